import { type InputIssue, type RefusalName, type RefusalSlots, refusals } from '@banyan/domain'

/**
 * An expected no: a person can act on it, and everything that was begun is rolled back.
 * Faults (the world failed) and bugs (assertions) are other errors.
 */
export class Refused extends Error {
  readonly refusal: RefusalName
  readonly slots: RefusalSlots
  /** Data of the answer: the fresh state of a stale view, or the issues of an input. */
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

/** Refuses with the name of an entry in the table of refusals. */
export function refuse(refusal: RefusalName, slots?: RefusalSlots, data?: unknown): never {
  throw new Refused(refusal, slots, data)
}

/** The refusal of an input that is wrong in ways only the server can see. */
export function refuseInput(issues: InputIssue[]): never {
  throw new Refused('invalidInput', { first: issues[0]?.message ?? '' }, { issues })
}
