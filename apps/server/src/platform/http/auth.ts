import type { ActKind, CodePurpose, OperatorProof, RefusalName, StepUp } from '@banyan/domain'
import type { Database, Tx } from '../database/connect.ts'
import type { Caller, Operator } from './route.ts'

/** What the dispatcher needs of modules, passed in by the composition. */
export interface Auth {
  /**
   * The operator of a token of their realm. Throws `sessionExpired`, and what `checkProof` throws
   * for this proof (`factor` when left out). `isUse: false`: the session goes on to be idle.
   */
  authenticateOperator(
    token: string | null,
    how?: { proof?: OperatorProof; isUse?: boolean },
  ): Promise<Operator>
  /**
   * Refuses an operator whose session lacks what a call asks for: it is locked, or the second
   * factor is missing, not proven, or not proven lately.
   */
  checkProof(operator: Operator, proof: OperatorProof): void
  /**
   * Writes a refused act of an operator, or of a person at their sign-in (null), into the audit
   * log.
   */
  recordRefused(act: {
    operator: Operator | null
    call: string
    object: string
    refusal: RefusalName
  }): Promise<void>
  /**
   * The caller of a bearer token. Throws `sessionExpired`, or `accountProblem` unless frozen
   * members may call.
   */
  authenticate(token: string | null, whileFrozen?: boolean): Promise<Caller>
  /** Compares the caller's payment password; wrong tries are counted. Refuses a wrong or locked one. */
  checkPaymentPassword(caller: Caller, password: string): Promise<void>
  /**
   * Where the member has an e-mail address: counts the attempt, then compares a code of this
   * purpose, which the act itself uses up. Refuses when it is missing, wrong or used up.
   */
  checkEmailCode(memberId: string, purpose: CodePurpose, code: string | undefined): Promise<void>
  /**
   * Checks an act against the caller's freezes, by the domain's table. Refuses it where one
   * applies.
   */
  checkFreezes(
    caller: Caller,
    act: ActKind,
    given: { stepUp: StepUp | undefined; paymentProven: boolean },
  ): Promise<void>
  /**
   * Returns which of the members are closing their account; a closing waits until the transaction
   * ends.
   */
  closingAmong(tx: Tx, memberIds: readonly string[]): Promise<Set<string>>
  /** Refuses a call that the wind-down of the platform has stopped. */
  refuseStopped(reader: Database | Tx, call: string): Promise<void>
  /** The same in the call's own transaction, which the next step of a wind-down waits for. */
  enterCall(tx: Tx, call: string): Promise<void>
}
