import { inputRuleText, type Locale, type PasswordKind, type ResetProof } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Line } from '../platform/fair-queue.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse, refuseInput } from '../platform/refused.ts'
import { freezeAfterReset } from './freezes.ts'
import { type Hashing, lineOfMember } from './hashing.ts'
import { isCommonPassword, tellsAccountId } from './password-choice.ts'
import * as store from './password-store.ts'
import { type PaymentContext, provePayment } from './payment-password.ts'
import type { Reader } from './store.ts'

export type { PasswordReset } from './password-store.ts'

/** Whose password it is to be: a choice is measured against what everybody can see of them. */
interface Chooser {
  nickname: string
  accountId: string
}

/** Choosing, changing, resetting and restoring the two passwords. */
export interface PasswordDesk {
  /** Checks a new login password and hashes it. Throws `passwordTooCommon`. */
  hashLogin(password: string, chooser: Chooser | null, line: Line): Promise<string>
  /** Checks a new payment password and hashes it. Refuses the field `newPassword`. */
  hashPayment(
    password: string,
    chooser: Chooser & { memberId: string },
    locale: Locale,
  ): Promise<string>
  /** As `checkPaymentPassword`. Returns the matching hash, which is passed to `change`. */
  proveOldPayment(memberId: string, password: string): Promise<string>
  /**
   * Replaces the hash that the old password was compared with. Throws `stale` when it is no longer
   * there.
   */
  change(
    tx: Tx,
    memberId: string,
    password: PasswordKind,
    hashes: { before: string | null; after: string },
  ): Promise<void>
  /**
   * Replaces a password without knowing it, and freezes the account. Returns the end of the freeze.
   */
  reset(
    tx: Tx,
    memberId: string,
    replacement: { password: PasswordKind; proof: ResetProof; hash: string },
  ): Promise<Date>
  /** Resets of a member that can still be cancelled, oldest first. */
  cancellableResets(reader: Reader, memberId: string): Promise<store.PasswordReset[]>
  cancellableReset(reader: Reader, id: string): Promise<store.PasswordReset | undefined>
  /** True when this is the login password that a reset replaced. The caller counts the guess. */
  replacedLoginFits(reset: store.PasswordReset, password: string, line: Line): Promise<boolean>
  /**
   * Compares with the payment password that a reset replaced, and counts the guess like any other.
   */
  proveReplacedPayment(reset: store.PasswordReset, password: string): Promise<void>
  /**
   * Restores the replaced password and undoes every later reset of it. Returns false when it is too
   * late.
   */
  cancel(tx: Tx, reset: store.PasswordReset): Promise<boolean>
}

export interface PasswordContext extends PaymentContext {
  /** Compares one guess of a member at a time. */
  checkPaymentPassword(memberId: string, password: string): Promise<string>
}

export function openPasswordDesk(context: PasswordContext): PasswordDesk {
  const { hashing } = context
  return {
    async hashLogin(password, chooser, line) {
      if (isCommonPassword(password, chooser)) refuse('passwordTooCommon')
      return hashing.hash(password, line)
    },
    async hashPayment(password, { accountId, memberId }, locale) {
      if (tellsAccountId(password, accountId)) refuseNew('paymentPasswordWeak', locale)
      return hashing.hash(password, lineOfMember(memberId))
    },
    proveOldPayment: context.checkPaymentPassword,
    change: changePassword,
    reset: resetPassword,
    cancellableResets: store.cancellableResets,
    cancellableReset: store.cancellableReset,
    replacedLoginFits: (reset, password, line) => hashing.fits(reset.replacedHash, password, line),
    async proveReplacedPayment(reset, password) {
      await provePayment(context, reset.memberId, password, async () => reset.replacedHash)
    },
    cancel: cancelReset,
  }
}

/** Refuses the field of the new password. */
export function refuseNew(
  rule: 'paymentPasswordWeak' | 'passwordUnchanged',
  locale: Locale,
): never {
  refuseInput([{ path: 'newPassword', message: inputRuleText(rule, locale) }])
}

async function changePassword(
  tx: Tx,
  memberId: string,
  password: PasswordKind,
  { before, after }: { before: string | null; after: string },
): Promise<void> {
  // A reset that happened in between wins: a caller who knows only the old password does not undo
  // it.
  if (before === null || !(await store.replaceHash(tx, memberId, password, { before, after })))
    refuse('stale')
  await store.notePasswordChange(tx, memberId)
}

async function resetPassword(
  tx: Tx,
  memberId: string,
  replacement: { password: PasswordKind; proof: ResetProof; hash: string },
): Promise<Date> {
  const { password, proof } = replacement
  const madeAt = await systemNow(tx)
  const replacedHash = await store.overwriteHash(tx, memberId, password, replacement.hash)
  if (password === 'payment') await store.forgetPaymentGuesses(tx, memberId)
  await store.notePasswordChange(tx, memberId)
  const until = await freezeAfterReset(tx, memberId, { password, proof, madeAt })
  await store.addReset(tx, {
    id: newUuid(),
    memberId,
    password,
    proof,
    madeAt,
    replacedHash,
    cancellableUntil: until,
  })
  return until
}

async function cancelReset(tx: Tx, reset: store.PasswordReset): Promise<boolean> {
  if (!(await store.cancelFrom(tx, reset))) return false
  await store.overwriteHash(tx, reset.memberId, reset.password, reset.replacedHash)
  await store.notePasswordChange(tx, reset.memberId)
  return true
}

/** Hashes a login password again if its hash was made with earlier settings. */
export async function renewLoginHash(
  context: { database: Database; hashing: Hashing },
  memberId: string,
  before: string,
  password: string,
): Promise<void> {
  if (!context.hashing.isOutdated(before)) return
  const after = await context.hashing.hash(password, lineOfMember(memberId))
  await store.replaceHash(context.database, memberId, 'login', { before, after })
}
