/** The state of a page's code. */
export type LoadState<M> = { phase: 'idle' | 'loading' | 'failed' } | { phase: 'ready'; module: M }

export interface PageLoadSetup<M> {
  load: () => Promise<M>
  /** Calls back later; the returned function cancels it. */
  later: (ms: number, act: () => void) => () => void
  timeoutMs: number
  /** The last resort: reloads the whole app. */
  reload: () => void
}

/** The delays before its own retries, milliseconds. */
const waitsMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000]

/**
 * The code of one page, loaded once. React.lazy keeps a failure for ever; this one can be retried
 * by a tap. WebKit does not fetch a failed preload a second time, and after a deploy the hashed
 * file is gone: when the second tap fails too, the whole app is reloaded.
 */
export class PageLoad<M> {
  readonly #setup: PageLoadSetup<M>
  #state: LoadState<M> = { phase: 'idle' }
  #attempt = 0
  #taps = 0
  /** Delays that are left before it stops retrying. */
  #waits: readonly number[] = []
  readonly #listeners = new Set<() => void>()

  constructor(setup: PageLoadSetup<M>) {
    this.#setup = setup
  }

  readonly state = (): LoadState<M> => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts loading, unless it has started. */
  start(): void {
    if (this.#state.phase === 'idle') this.#try(false)
  }

  /** Settles when the code is loaded or has failed to load; starts loading, unless it has started. */
  settled(): Promise<void> {
    this.start()
    return new Promise(resolve => {
      const endWhenLoaded = () => {
        if (this.#state.phase === 'loading') return
        stop()
        resolve()
      }
      const stop = this.subscribe(endWhenLoaded)
      endWhenLoaded()
    })
  }

  /** A tap on "tap to reload". */
  retry(): void {
    if (this.#state.phase !== 'failed') return
    this.#taps++
    this.#waits = []
    this.#try(true)
  }

  /**
   * The browser reports that the network is back: loads again, with longer and longer delays,
   * because browsers report it before anything responds. None of these retries counts as a tap.
   */
  networkIsBack(): void {
    this.#waits = waitsMs
    this.#again()
  }

  #again(): void {
    if (this.#state.phase === 'failed') this.#try(false)
  }

  #try(byTap: boolean): void {
    const attempt = ++this.#attempt
    this.#become({ phase: 'loading' })
    const forget = this.#setup.later(this.#setup.timeoutMs, () => this.#fail(attempt, byTap))
    this.#setup.load().then(
      module => {
        forget()
        // Code that arrives late is still used, even after the time-out.
        this.#become({ phase: 'ready', module })
      },
      () => {
        forget()
        this.#fail(attempt, byTap)
      },
    )
  }

  #fail(attempt: number, byTap: boolean): void {
    if (attempt !== this.#attempt || this.#state.phase !== 'loading') return
    this.#become({ phase: 'failed' })
    if (byTap && this.#taps === 2) this.#setup.reload()
    const [wait, ...left] = this.#waits
    if (wait === undefined) return
    this.#waits = left
    this.#setup.later(wait, () => this.#again())
  }

  #become(state: LoadState<M>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
