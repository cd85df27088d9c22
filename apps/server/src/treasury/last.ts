import { duePeriod, type Period } from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type BooksNow, booksNow } from './books.ts'
import { hasUnclassified, waitingIncome } from './receipt-store.ts'
import { openShortfall, redSince, type ShortfallContext, unbookedMissing } from './shortfalls.ts'
import { calendarOf, isRunUnderWay, lastCutoff, lockFounding } from './store.ts'

/** The progress of settlements. */
export interface LastSettlement {
  /** The cut-off of the newest published run; null before the first. */
  cutoffAt: Date | null
  period: Period | null
  /** Whether a run is due or under way. */
  isOpen: boolean
  /** Whether there are fee coins that no run has burned. */
  hasFees: boolean
  /** Whether there is income that no run has taken, or a receipt that nobody has classified. */
  hasIncome: boolean
  /**
   * Whether a loss is not booked, a settlement is halted, or the chain lacks something or was not
   * read lately.
   */
  hasLoss: boolean
}

/** The dependencies for judging the end of settlements. */
export interface LastContext extends ShortfallContext {
  /** Whether a chain is connected: then the books are compared with a fresh reading of it. */
  hasChain: boolean
}

/**
 * What a wind-down waits for: see each field. `drainedAt`: receipts of later blocks are ignored.
 */
export async function lastSettlement(
  context: LastContext,
  reader: Database | Tx,
  drainedAt: Date | null,
): Promise<LastSettlement> {
  const { ledger } = context
  const last = await lastCutoff(reader)
  const fees = await ledger.balance(reader, houseAccount('LEAF', 'FEE.coin'))
  const isDue = duePeriod(await calendarOf(reader)) !== null
  const now = await systemNow(reader)
  const waiting = await waitingIncome(reader, now)
  return {
    cutoffAt: last?.cutoffAt ?? null,
    period: last?.period ?? null,
    isOpen: isDue || (await isRunUnderWay(reader)),
    hasFees: fees.posted !== 0n,
    hasIncome: waiting.length > 0 || (await hasUnclassified(reader, drainedAt ?? now)),
    hasLoss:
      (await redSince(ledger, reader)) !== null ||
      (await openShortfall(ledger, reader)) !== 0n ||
      (await unbookedMissing(context, reader)) !== 0n ||
      (await isUnread(context, reader)),
  }
}

/** Whether the chain was never read, or too long ago to show what it lacks. */
async function isUnread({ hasChain, missingOf }: LastContext, reader: Database | Tx) {
  if (!hasChain) return false
  const shown = await missingOf(reader)
  return shown === null || shown.isStale
}

/** The balances of the house accounts, and the coins of the founding. */
export type LastBooks = BooksNow & { seed: bigint; epoch: number }

/**
 * The books as a wind-down freezes them, under the lock that every cut-off and every cover takes.
 */
export async function freezeLast(ledger: Ledger, tx: Tx): Promise<LastBooks> {
  await lockFounding(tx)
  const seed = await ledger.balance(tx, houseAccount('LEAF', 'SEED'))
  return { ...(await booksNow(ledger, tx)), seed: seed.posted, epoch: await ledger.epoch(tx) }
}

/** How a loss confirmed after the books were frozen was booked, micro-USDT. */
export interface LossOfClosed {
  /** The part that OPS bore now. */
  booked: bigint
  /** The part left in LOSS: members share it when two people allow it, or a cover comes in. */
  left: bigint
}

/** The part of a loss that OPS can bear now that no settlement books it any more, and the rest. */
export async function lossOfClosed(ledger: Ledger, reader: Database | Tx): Promise<LossOfClosed> {
  const lost = await openShortfall(ledger, reader)
  const { posted } = await ledger.balance(reader, houseAccount('USDT', 'OPS'))
  const booked = lost < posted ? lost : posted
  return booked > 0n ? { booked, left: lost - booked } : { booked: 0n, left: lost }
}

/**
 * After the books are frozen no settlement books a confirmed loss: OPS bears it as far as it can.
 */
export async function bookLossOfClosed(ledger: Ledger, tx: Tx): Promise<LossOfClosed> {
  await lockFounding(tx)
  const { booked, left } = await lossOfClosed(ledger, tx)
  if (booked === 0n) return { booked, left }
  const [from, to] = [houseAccount('USDT', 'OPS'), houseAccount('USDT', 'LOSS')]
  const reference = `closed:${newUuid()}`
  await ledger.post(tx, [{ from, to, amount: booked, kind: 'loss', reference }])
  return { booked, left }
}
