import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import { type Hashing, lineOfMember } from './hashing.ts'
import { hashOf, replaceHash } from './password-store.ts'
import {
  type GuessPermit,
  guessesLeft,
  type PaymentGuesses,
  proveGuess,
  reserveGuess,
  returnGuess,
} from './payment-guesses.ts'
import { lockPaymentGuesses, replacePaymentGuesses, savePaymentGuesses } from './store.ts'

export interface PaymentContext {
  database: Database
  hashing: Hashing
}

/** A password that was right. */
export interface ProvenPayment {
  /** The stored hash that it matches. */
  hash: string
  /** When its guess was counted, which was before the comparison. */
  at: Date
}

/**
 * Compares a payment password. The guess is counted in its own transaction before the comparison,
 * so that two hundred guesses at once are still limited to five.
 * @throws Refused `paymentPasswordWrong`, `paymentPasswordLocked` or `paymentPasswordResetNeeded`.
 */
export async function checkPaymentPassword(
  context: PaymentContext,
  memberId: string,
  password: string,
): Promise<ProvenPayment> {
  const stored = () => hashOf(context.database, memberId, 'payment')
  const { hash, at } = await provePayment(context, memberId, password, stored)
  return { hash: await renew(context, memberId, password, hash), at }
}

/**
 * Compares with the hash that `stored` returns after the guess is counted. Refuses like
 * `checkPaymentPassword`.
 */
export async function provePayment(
  context: PaymentContext,
  memberId: string,
  password: string,
  stored: () => Promise<string | null>,
): Promise<ProvenPayment> {
  const { permit, now } = await reserve(context.database, memberId)
  if (permit.kind !== 'go') return refuseBy(permit, now)
  const change = (how: typeof proveGuess) =>
    settle(context.database, memberId, { before: permit.guesses, at: now }, how)
  let hash: string | null
  let fits: boolean
  try {
    hash = await stored()
    fits = await context.hashing.fits(hash, password, lineOfMember(memberId))
  } catch (error) {
    await change(returnGuess)
    throw error
  }
  if (!fits || hash === null) return refuseWrong(permit.guesses, now)
  await change(proveGuess)
  return { hash, at: now }
}

/** Hashes a right password again if its hash was made with earlier settings. */
async function renew(
  { database, hashing }: PaymentContext,
  memberId: string,
  password: string,
  before: string,
): Promise<string> {
  if (!hashing.isOutdated(before)) return before
  const after = await hashing.hash(password, lineOfMember(memberId))
  return (await replaceHash(database, memberId, 'payment', { before, after })) ? after : before
}

/** Counts the guess and commits, independent of what follows. */
const reserve = (database: Database, memberId: string) =>
  inTransaction(database, async tx => {
    const before = await lockPaymentGuesses(tx, memberId)
    const now = await systemNow(tx)
    const permit = reserveGuess(before, now)
    if (permit.kind === 'go') await savePaymentGuesses(tx, memberId, permit.guesses)
    return { permit, now }
  })

/** Nearly always nobody has guessed meanwhile: then one statement does it. */
async function settle(
  database: Database,
  memberId: string,
  reserved: { before: PaymentGuesses; at: Date },
  how: typeof proveGuess,
): Promise<void> {
  const { before, at } = reserved
  if (await replacePaymentGuesses(database, memberId, before, how(before, at))) return
  await inTransaction(database, async tx => {
    const since = await lockPaymentGuesses(tx, memberId)
    await savePaymentGuesses(tx, memberId, how(since, at))
  })
}

function refuseWrong(after: PaymentGuesses, now: Date): never {
  if (after.resetNeeded) refuse('paymentPasswordResetNeeded')
  if (after.lockedUntil) refuseBy({ kind: 'locked', until: after.lockedUntil }, now)
  refuse('paymentPasswordWrong', { left: guessesLeft(after) })
}

function refuseBy(permit: Exclude<GuessPermit, { kind: 'go' }>, now: Date): never {
  if (permit.kind === 'resetNeeded') refuse('paymentPasswordResetNeeded')
  const minutes = Math.ceil((permit.until.getTime() - now.getTime()) / 60_000)
  refuse('paymentPasswordLocked', { minutes })
}
