import { onHold, updatesAreHeld } from './hold.ts'

/** What the updates need of the browser's service worker registration. */
export interface Worker {
  /** A newer version that is ready and waits; null while there is none. */
  waiting(): { takeOver(): void } | null
  /** Calls back when `waiting` may have changed. */
  onChange(changed: () => void): void
  /** Calls back when another version has taken over this page. */
  onTakenOver(taken: () => void): void
  /** Looks at the house for a newer version. */
  check(): Promise<void>
}

export interface UpdatesSetup {
  worker: Worker
  /** Shows the offer until the returned function is called; `act` is the member's yes. */
  offer: (act: () => void) => () => void
  reload: () => void
  now: () => number
}

/** A look at most every so often, when the member comes back to the app. */
export const checkEveryMs = 30 * 60_000

/**
 * A newer version is offered, never forced: the page is loaded anew only after this member said yes in
 * this window, and neither is the offer made nor the yes carried out while anything holds updates.
 */
export class Updates {
  readonly #setup: UpdatesSetup
  #takeBack: (() => void) | null = null
  #agreed = false
  #takenOver = false
  #checkedAt: number

  constructor(setup: UpdatesSetup) {
    this.#setup = setup
    this.#checkedAt = setup.now()
    setup.worker.onChange(() => this.#look())
    setup.worker.onTakenOver(() => {
      this.#takenOver = true
      this.#look()
    })
    onHold(() => this.#look())
    this.#look()
  }

  /** The member has come back. */
  returned(): void {
    const now = this.#setup.now()
    if (now - this.#checkedAt < checkEveryMs) return
    this.#checkedAt = now
    // Without a network there is nothing newer to be had.
    this.#setup.worker.check().catch(() => {})
  }

  #look(): void {
    const held = updatesAreHeld()
    const waiting = this.#setup.worker.waiting()
    if (held || this.#agreed || !waiting) this.#drop()
    if (held) return
    if (this.#agreed) {
      if (this.#takenOver) this.#setup.reload()
      else waiting?.takeOver()
      return
    }
    if (waiting && !this.#takeBack) {
      this.#takeBack = this.#setup.offer(() => {
        this.#agreed = true
        this.#look()
      })
    }
  }

  #drop(): void {
    this.#takeBack?.()
    this.#takeBack = null
  }
}
