import { onHold, updatesAreHeld } from './hold.ts'

/** The parts of the browser's service worker registration that the updates need. */
export interface Worker {
  /** A newer version that is ready and waits; null when there is none. */
  waiting(): { takeOver(): void } | null
  /** Calls back when `waiting` may have changed. */
  onChange(changed: () => void): void
  /** Calls back when another version has taken over this page. */
  onTakenOver(taken: () => void): void
  /** Checks the server for a newer version. */
  check(): Promise<void>
}

export interface UpdatesSetup {
  worker: Worker
  /** Shows the offer until the returned function is called; `act` is called when the member accepts. */
  offer: (act: () => void) => () => void
  reload: () => void
  now: () => number
}

/** The minimum interval between two checks when the member returns to the app. */
export const checkEveryMs = 30 * 60_000

/**
 * A newer version is offered, never forced: the page is reloaded only after this member accepted in
 * this window. While anything holds updates, the offer is not made and an acceptance is not carried
 * out.
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
    setup.worker.onChange(() => this.update())
    setup.worker.onTakenOver(() => {
      this.#takenOver = true
      this.update()
    })
    onHold(() => this.update())
    this.update()
  }

  /** The member has returned. */
  returned(): void {
    const now = this.#setup.now()
    if (now - this.#checkedAt < checkEveryMs) return
    this.#checkedAt = now
    // Without a network there is no newer version.
    this.#setup.worker.check().catch(() => {})
  }

  update(): void {
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
        this.update()
      })
    }
  }

  #drop(): void {
    this.#takeBack?.()
    this.#takeBack = null
  }
}
