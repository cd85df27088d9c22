import type { SignerRefusal } from '@banyan/payouts'

/** A reason not to start or not to go on, in one sentence that a person can act on. */
export class CannotWork extends Error {}

/** The refusal of one request, by its name in the protocol. */
export class Refused extends Error {
  readonly refused: SignerRefusal
  readonly retryAt: Date | null
  constructor(refused: SignerRefusal, detail: string, retryAt: Date | null = null) {
    super(detail)
    this.refused = refused
    this.retryAt = retryAt
  }
}

/** @throws Refused */
export function refuse(refused: SignerRefusal, detail: string, retryAt?: Date): never {
  throw new Refused(refused, detail, retryAt)
}
