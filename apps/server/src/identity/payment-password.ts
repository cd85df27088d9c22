import type { Database } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import type { Hashing } from './hashing.ts'
import {
  type GuessPermit,
  guessesLeft,
  type PaymentGuesses,
  proveGuess,
  reserveGuess,
  returnGuess,
} from './payment-guesses.ts'
import { lockPaymentGuesses, paymentHashOf, savePaymentGuesses } from './store.ts'

/**
 * Compares a payment password. The guess is counted in a transaction of its own before it is
 * looked at, so that two hundred at once are still five.
 * @throws Refused `paymentPasswordWrong`, `paymentPasswordLocked` or `paymentPasswordResetNeeded`.
 */
export async function checkPaymentPassword(
  world: { database: Database; hashing: Hashing },
  memberId: string,
  password: string,
): Promise<void> {
  const { permit, now } = await reserve(world.database, memberId)
  if (permit.kind !== 'go') return refuseBy(permit, now)
  const change = (how: typeof proveGuess) => settle(world.database, memberId, now, how)
  let fits: boolean
  try {
    fits = await world.hashing.fits(await paymentHashOf(world.database, memberId), password)
  } catch (error) {
    await change(returnGuess)
    throw error
  }
  if (fits) return change(proveGuess)
  refuseWrong(permit.guesses, now)
}

/** Counts the guess and commits, whatever comes after. */
const reserve = (database: Database, memberId: string) =>
  inTransaction(database, async tx => {
    const before = await lockPaymentGuesses(tx, memberId)
    const now = await houseNow(tx)
    const permit = reserveGuess(before, now)
    if (permit.kind === 'go') await savePaymentGuesses(tx, memberId, permit.guesses)
    return { permit, now }
  })

const settle = (database: Database, memberId: string, reservedAt: Date, how: typeof proveGuess) =>
  inTransaction(database, async tx => {
    const before = await lockPaymentGuesses(tx, memberId)
    await savePaymentGuesses(tx, memberId, how(before, reservedAt))
  })

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
