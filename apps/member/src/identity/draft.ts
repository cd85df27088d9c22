import type { WordList } from './words/words.ts'

/** What the member filled in on the create page, checked. */
export interface DraftFacts {
  readonly nickname: string
  readonly inviteCode: string
  readonly country: string
  readonly loginPassword: string
  readonly paymentPassword: string
}

/** An account that is being made: nothing of it is anywhere but here. */
export interface Draft {
  readonly facts: DraftFacts
  /** Of the words; wiped when the draft ends. */
  readonly entropy: Uint8Array
  /** Which list the words are shown in. */
  readonly list: WordList
}

/** What the house found wrong with a field of the create page. */
export interface FieldRefusal {
  readonly field: string
  readonly message: string
}

/**
 * Keeps the one draft of an account in memory, from the create page until the account is there or
 * the flow is left. A reload starts again at create.
 */
export class DraftKeeper {
  readonly #watch: (left: () => void) => () => void
  readonly #newEntropy: () => Uint8Array
  #draft: Draft | null = null
  #refusals: readonly FieldRefusal[] = []
  #unwatch: () => void = () => {}
  readonly #listeners = new Set<() => void>()

  /** `watch` calls back when the member has left the flow; what it returns ends the watch. */
  constructor(setup: { watch: (left: () => void) => () => void; newEntropy: () => Uint8Array }) {
    this.#watch = setup.watch
    this.#newEntropy = setup.newEntropy
  }

  readonly draft = (): Draft | null => this.#draft
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes on with these facts. The words stay: the member may have written them down already. */
  begin(facts: DraftFacts, list: WordList): void {
    if (this.#draft) {
      this.#become({ ...this.#draft, facts })
      return
    }
    this.#unwatch = this.#watch(() => this.end())
    this.#become({ facts, list, entropy: this.#newEntropy() })
  }

  /** Shows the same entropy in words of another list. */
  tellIn(list: WordList): void {
    if (this.#draft) this.#become({ ...this.#draft, list })
  }

  /** Leaves word for the create page about what has to be mended there. */
  sendBack(refusals: readonly FieldRefusal[]): void {
    this.#refusals = refusals
  }

  /** What has to be mended, told once. */
  takeRefusals(): readonly FieldRefusal[] {
    const told = this.#refusals
    this.#refusals = []
    return told
  }

  /** The account is there, or the flow was left: the words are wiped from memory. */
  end(): void {
    if (!this.#draft) return
    this.#unwatch()
    this.#draft.entropy.fill(0)
    this.#refusals = []
    this.#become(null)
  }

  #become(draft: Draft | null): void {
    this.#draft = draft
    for (const listener of this.#listeners) listener()
  }
}
