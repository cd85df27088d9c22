import type { WordList } from './words/words.ts'

/** The member's checked input of the create page. */
export interface DraftFacts {
  readonly nickname: string
  readonly inviteCode: string
  readonly country: string
  readonly loginPassword: string
  readonly paymentPassword: string
}

/** An account in creation: it exists only in memory. */
export interface Draft {
  readonly facts: DraftFacts
  /** Entropy of the words; wiped when the draft ends. */
  readonly entropy: Uint8Array
  /** The list in which the words are shown. */
  readonly list: WordList
}

/** What the server rejected in a field of the create page. */
export interface FieldRefusal {
  readonly field: string
  readonly message: string
}

/**
 * Keeps the one draft of an account in memory, from the create page until the account exists or the
 * flow is left. A reload starts again at create.
 */
export class DraftKeeper {
  readonly #watch: (left: () => void) => () => void
  readonly #newEntropy: () => Uint8Array
  #draft: Draft | null = null
  #refusals: readonly FieldRefusal[] = []
  #unwatch: () => void = () => {}
  readonly #listeners = new Set<() => void>()

  /** `watch` calls back when the member has left the flow; the returned function unsubscribes. */
  constructor(setup: { watch: (left: () => void) => () => void; newEntropy: () => Uint8Array }) {
    this.#watch = setup.watch
    this.#newEntropy = setup.newEntropy
  }

  readonly draft = (): Draft | null => this.#draft
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Continues with this input. The words stay: the member may have written them down already. */
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

  /** Stores a correction for the create page. */
  sendBack(refusals: readonly FieldRefusal[]): void {
    this.#refusals = refusals
  }

  /** Returns the correction, once. */
  takeRefusals(): readonly FieldRefusal[] {
    const refusals = this.#refusals
    this.#refusals = []
    return refusals
  }

  /** The account exists, or the flow was left: the words are wiped from memory. */
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
