import { bookLoss, isRed, paysInFull } from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { booksNow } from './books.ts'
import {
  decideShortfall,
  insertShortfall,
  lockShortfall,
  openTroubles,
  reportedShortfall,
} from './shortfall-store.ts'

/** What custody was found to lack, as one operator reports it. */
export interface ReportedShortfall {
  /** Micro-USDT. */
  amount: bigint
  /** What was counted, where and when. */
  evidence: string
  operatorId: string
}

/** Reports a shortfall; from now on the house is red. Answers the report's id. Rule book 2.17. */
export async function reportShortfall(tx: Tx, report: ReportedShortfall): Promise<string> {
  const { amount, evidence, operatorId } = report
  const id = newUuid()
  await insertShortfall(tx, {
    ...{ id, amount, evidence },
    ...{ reportedBy: operatorId, reportedAt: await houseNow(tx) },
  })
  return id
}

/**
 * Another person confirms a report, and LOSS holds it until the next run books it; or dismisses it.
 * Refuses `notFound`, `stale` when it was decided before, and `secondPersonNeeded`.
 */
export async function decideReport(
  ledger: Ledger,
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
  if (report.reportedBy === operatorId) refuse('secondPersonNeeded')
  if (confirm) {
    const from = houseAccount('USDT', 'LOSS')
    const to = houseAccount('USDT', 'EXT')
    const { amount } = report
    await ledger.post(tx, [{ from, to, amount, kind: 'loss', reference: `shortfall:${report.id}` }])
  }
  const decision = confirm ? ('confirmed' as const) : ('dismissed' as const)
  await decideShortfall(tx, report.id, {
    ...{ decision, decidedBy: operatorId, decidedAt: await houseNow(tx) },
  })
}

/** Is the house red? Then nobody subscribes or activates until a run has booked the loss. Rule book 2.17. */
export async function houseIsRed(ledger: Ledger, reader: Database | Tx): Promise<boolean> {
  const { posted } = await ledger.balance(reader, houseAccount('USDT', 'LOSS'))
  const { reports, alarms } = await openTroubles(reader)
  return isRed({ shortfall: -posted, broken: reports + alarms })
}

/** What RISK, OPS, POOL.static and RESERVE would leave of the shortfall that two people confirmed, micro-USDT. */
export async function uncoveredNow(ledger: Ledger, reader: Database | Tx): Promise<bigint> {
  const books = await booksNow(ledger, reader)
  return bookLoss(books.shortfall, books).left
}

/** Do the house's own accounts cover all that is missing, confirmed or reported? Rule book 2.17. */
export async function housePaysInFull(ledger: Ledger, reader: Database | Tx): Promise<boolean> {
  const books = await booksNow(ledger, reader)
  return paysInFull(books.shortfall + (await reportedShortfall(reader)), books)
}
