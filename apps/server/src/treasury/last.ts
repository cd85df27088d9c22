import { duePeriod, type Period } from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type BooksNow, booksNow } from './books.ts'
import { hasUnclassified, waitingIncome } from './receipt-store.ts'
import { openShortfall, redSince, type ShortfallContext, unbookedMissing } from './shortfalls.ts'
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
  /** Is there income that none has taken, or a receipt that nobody has classified? */
  hasIncome: boolean
  /** Is a loss not booked, or a settlement halted, or does the chain lack something or was not read lately? */
  hasLoss: boolean
}

/** What the end of settlements is judged by. */
export interface LastContext extends ShortfallContext {
  /** Is a chain connected? Then the books are compared with a fresh reading of it. */
  hasChain: boolean
}

/** What a wind-down waits for: see each field. `drainedAt`: receipts of later blocks are not waited for. */
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

/** Was the chain not read, or too long ago to show what it lacks? */
async function isUnread({ hasChain, missingOf }: LastContext, reader: Database | Tx) {
  if (!hasChain) return false
  const shown = await missingOf(reader)
  return shown === null || shown.isStale
}

/** The platform's own accounts, and the coins of the founding. */
export type LastBooks = BooksNow & { seed: bigint; epoch: number }

/** The books as a wind-down freezes them, under the lock that every cut-off and every cover takes. */
export async function freezeLast(ledger: Ledger, tx: Tx): Promise<LastBooks> {
  await lockFounding(tx)
  const seed = await ledger.balance(tx, houseAccount('LEAF', 'SEED'))
  return { ...(await booksNow(ledger, tx)), seed: seed.posted, epoch: await ledger.epoch(tx) }
}

/** What became of a loss that was confirmed after the books were frozen, micro-USDT. */
export interface LossOfClosed {
  /** What OPS bore of it now. */
  booked: bigint
  /** What is left in LOSS: members share it where two people allow it, or a cover comes in. */
  left: bigint
}

/** What OPS can bear now of a loss that no settlement books any more, and what would be left. */
export async function lossOfClosed(ledger: Ledger, reader: Database | Tx): Promise<LossOfClosed> {
  const lost = await openShortfall(ledger, reader)
  const { posted } = await ledger.balance(reader, houseAccount('USDT', 'OPS'))
  const booked = lost < posted ? lost : posted
  return booked > 0n ? { booked, left: lost - booked } : { booked: 0n, left: lost }
}

/** After the books were frozen no settlement books a loss that two people confirm: OPS bears it as far as it goes. */
export async function bookLossOfClosed(ledger: Ledger, tx: Tx): Promise<LossOfClosed> {
  await lockFounding(tx)
  const { booked, left } = await lossOfClosed(ledger, tx)
  if (booked === 0n) return { booked, left }
  const [from, to] = [houseAccount('USDT', 'OPS'), houseAccount('USDT', 'LOSS')]
  const reference = `closed:${newUuid()}`
  await ledger.post(tx, [{ from, to, amount: booked, kind: 'loss', reference }])
  return { booked, left }
}
