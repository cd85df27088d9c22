import type { SignerRefusal } from '@banyan/payouts'

/** A reason not to start or not to go on, in one sentence that a person can act on. */
export class CannotWork extends Error {}

/** A file of the signer's folder, or a setting, that another start does not mend. */
export class UnusableSettings extends CannotWork {
  /** EX_CONFIG of sysexits: the unit does not start a program again that ended with it. */
  static readonly exitCode = 78
}

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
