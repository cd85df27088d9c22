import { type InputIssue, type RefusalName, type RefusalSlots, refusals } from '@banyan/domain'

/**
 * An expected refusal: a person can act on it, and everything that was begun is rolled back. Faults
 * (of the environment) and bugs (assertions) are other errors.
 */
export class Refused extends Error {
  readonly refusal: RefusalName
  readonly slots: RefusalSlots
  /** Data of the answer: the current state behind a stale view, or the issues of an input. */
  readonly data: unknown

  constructor(refusal: RefusalName, slots: RefusalSlots = {}, data: unknown = undefined) {
    super(refusal)
    this.refusal = refusal
    this.slots = slots
    this.data = data
  }

  get code(): number {
    return refusals[this.refusal].code
  }
}

/** Throws the refusal of this name in the table of refusals. */
export function refuse(refusal: RefusalName, slots?: RefusalSlots, data?: unknown): never {
  throw new Refused(refusal, slots, data)
}

/** Throws the refusal of an input with faults that only the server can see. */
export function refuseInput(issues: InputIssue[]): never {
  throw new Refused('invalidInput', { first: issues[0]?.message ?? '' }, { issues })
}
