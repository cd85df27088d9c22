import { formatAmount } from '@banyan/domain'
import { bookLoss, isRed, paysInFull } from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { booksNow } from './books.ts'
import type { MissingOf } from './context.ts'
import {
  confirmedSince,
  confirmedTotal,
  decideShortfall,
  haltedSince,
  insertShortfall,
  lockShortfall,
} from './shortfall-store.ts'
import { lockFounding } from './store.ts'

/** The dependencies for judging shortfalls: the books, and a reading of the chain. */
export interface ShortfallContext {
  ledger: Ledger
  missingOf: MissingOf
}

/** A shortfall of custody as one operator reports it. */
export interface ReportedShortfall {
  /** Micro-USDT. */
  amount: bigint
  /** What was counted, where and when. */
  evidence: string
  operatorId: string
}

/**
 * Reports a shortfall; nothing changes until another person confirms it. Returns the report's id.
 */
export async function reportShortfall(tx: Tx, report: ReportedShortfall): Promise<string> {
  const { amount, evidence, operatorId } = report
  const id = newUuid()
  await insertShortfall(tx, {
    id,
    amount,
    evidence,
    reportedBy: operatorId,
    reportedAt: await systemNow(tx),
  })
  return id
}

/**
 * Another person confirms a report, and LOSS holds it until the next run books it; or anybody
 * dismisses it. The confirmed amount is at most what the chain lacks. Refuses `notFound`, `stale`
 * when it was decided before, `secondPersonNeeded`, `chainNotRead` and `shortfallNotShown`.
 */
export async function decideReport(
  context: ShortfallContext,
  tx: Tx,
  {
    shortfallId,
    operatorId,
    confirm,
  }: { shortfallId: string; operatorId: string; confirm: boolean },
): Promise<void> {
  const report = await lockShortfall(tx, shortfallId)
  if (!report) return refuse('notFound')
  if (report.decision !== null) refuse('stale')
  if (confirm) {
    if (report.reportedBy === operatorId) refuse('secondPersonNeeded')
    await refuseUnshown(context, tx, report.amount)
    await holdLock(tx, 'marketStop')
    const from = houseAccount('USDT', 'LOSS')
    const to = houseAccount('USDT', 'EXT')
    const reference = `shortfall:${report.id}`
    await context.ledger.post(tx, [{ from, to, amount: report.amount, kind: 'loss', reference }])
  }
  const decision = confirm ? ('confirmed' as const) : ('dismissed' as const)
  await decideShortfall(tx, report.id, {
    decision,
    decidedBy: operatorId,
    decidedAt: await systemNow(tx),
  })
}

/** One after the other, so that one reading does not confirm two reports of the same loss. */
async function refuseUnshown(context: ShortfallContext, tx: Tx, amount: bigint): Promise<void> {
  await lockFounding(tx)
  const shown = await context.missingOf(tx)
  if (shown === null || shown.isStale) return refuse('chainNotRead')
  const missing = await unbookedMissing(context, tx)
  if (amount > missing)
    refuse('shortfallNotShown', {
      block: shown.block,
      missing: formatAmount(missing),
      amount: formatAmount(amount),
    })
}

/**
 * What the chain lacks beyond all confirmed shortfalls, micro-USDT; zero when it was never read.
 */
export async function unbookedMissing(
  { missingOf }: Pick<ShortfallContext, 'missingOf'>,
  reader: Database | Tx,
): Promise<bigint> {
  const shown = await missingOf(reader)
  if (shown === null) return 0n
  const left = shown.missing - ((await confirmedTotal(reader)) - shown.confirmed)
  return left > 0n ? left : 0n
}

/** The confirmed loss that no run has booked, micro-USDT. */
export const openShortfall = async (ledger: Ledger, reader: Database | Tx): Promise<bigint> =>
  -(await ledger.balance(reader, houseAccount('USDT', 'LOSS'))).posted

/**
 * The instant since which a confirmed loss is not booked, or a settlement is halted: then nobody
 * subscribes, activates, or deals on the market. Null while neither is so. Rule book 2.17.
 */
export async function redSince(ledger: Ledger, reader: Database | Tx): Promise<Date | null> {
  const halted = await haltedSince(reader)
  const shortfall = await openShortfall(ledger, reader)
  if (!isRed({ shortfall, broken: halted === null ? 0 : 1 })) return null
  // A loss in the books stops new money, also when no confirmation of it is known.
  const confirmed =
    shortfall > 0n ? ((await confirmedSince(reader)) ?? (await systemNow(reader))) : null
  return halted !== null && (confirmed === null || halted < confirmed) ? halted : confirmed
}

/**
 * The part of the confirmed shortfall that RISK, OPS, INCOME, POOL.static and RESERVE would leave,
 * micro-USDT.
 */
export async function uncoveredNow(ledger: Ledger, reader: Database | Tx): Promise<bigint> {
  const books = await booksNow(ledger, reader)
  return bookLoss(books.shortfall, books).left
}

/**
 * Whether the house accounts cover all that is missing, confirmed or shown by the chain. Rule book
 * 2.17.
 */
export async function platformPaysInFull(
  context: ShortfallContext,
  reader: Database | Tx,
): Promise<boolean> {
  const books = await booksNow(context.ledger, reader)
  return paysInFull(books.shortfall + (await unbookedMissing(context, reader)), books)
}
