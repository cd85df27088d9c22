import { duePeriod, type Period } from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { type BooksNow, booksNow } from './books.ts'
import { waitingIncome } from './receipt-store.ts'
import { openShortfall, redSince, type ShortfallWorld, unbookedMissing } from './shortfalls.ts'
import { calendarOf, isRunUnderWay, lastCutoff, lockFounding } from './store.ts'

/** How far settlements have come. */
export interface LastSettlement {
  /** The cut-off of the newest published one; null before the first. */
  cutoffAt: Date | null
  period: Period | null
  /** Is one due, or under way? */
  isOpen: boolean
  /** Are there fee coins that none has burned? */
  hasFees: boolean
  /** Is there income that none has taken? */
  hasIncome: boolean
  /** Is a loss not booked, or a settlement halted, or does the chain lack something? */
  hasLoss: boolean
}

/** What a wind-down waits for: see each field. */
export async function lastSettlement(
  world: ShortfallWorld,
  reader: Database | Tx,
): Promise<LastSettlement> {
  const { ledger } = world
  const last = await lastCutoff(reader)
  const fees = await ledger.balance(reader, houseAccount('LEAF', 'FEE.coin'))
  const isDue = duePeriod(await calendarOf(reader)) !== null
  const waiting = await waitingIncome(reader, await houseNow(reader))
  return {
    ...{ cutoffAt: last?.cutoffAt ?? null, period: last?.period ?? null },
    isOpen: isDue || (await isRunUnderWay(reader)),
    hasFees: fees.posted !== 0n,
    hasIncome: waiting.length > 0,
    hasLoss:
      (await redSince(ledger, reader)) !== null ||
      (await openShortfall(ledger, reader)) !== 0n ||
      (await unbookedMissing(world, reader)) !== 0n,
  }
}

/** The platform's own accounts, and the coins of the founding. */
export type LastBooks = BooksNow & { seed: bigint; epoch: number }

/** The books as a wind-down freezes them, under the lock that every cut-off and every cover takes. */
export async function freezeLast(ledger: Ledger, tx: Tx): Promise<LastBooks> {
  await lockFounding(tx)
  const seed = await ledger.balance(tx, houseAccount('LEAF', 'SEED'))
  return { ...(await booksNow(ledger, tx)), seed: seed.posted, epoch: await ledger.epoch(tx) }
}
