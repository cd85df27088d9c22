import { bookLoss, cutoffOf, type Parameters, type Period, releasesIncome } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type CutOff, closingOrder } from '../settlement/index.ts'
import { booksNow } from './books.ts'
import type { SettlementContext } from './context.ts'
import { bookIncome } from './income.ts'
import { takeReceipts, waitingIncome } from './receipt-store.ts'
import { unbookedMissing } from './shortfalls.ts'
import { booksOfRun, findRun, insertRun, lockFounding, type RunRow } from './store.ts'

/**
 * Step 1: freezes the inputs of a period's run in one transaction; for a run closed before, returns
 * the same result. From here on nothing that the run reads can change.
 */
export async function closeRun(
  context: SettlementContext,
  tx: Tx,
  period: Period,
): Promise<RunRow> {
  const closed = await findRun(tx, period)
  if (closed) return closed
  // Freezing the data of a million members takes longer than a member's call may.
  await liftLimit(tx, '60s')
  // What is missing is frozen here: a cover of it commits before this, or after the run.
  await lockFounding(tx)
  const cutoffAt = cutoffOf(period)
  const parameters = await context.rules.at(tx, cutoffAt)
  const run = await freezeBooks(context, tx, { period, cutoffAt, parameters })
  const books = booksOfRun(run)
  // While a loss is larger than the reserve there is no price for any deal. Rule book 2.17.
  const leftOver = bookLoss(books.shortfall, books).left
  // A shortfall that the chain shows and nobody has confirmed is booked by a later run: until then
  // nobody buys and nobody leaves at a price that hides it.
  const deals = leftOver === 0n && (await unbookedMissing(context, tx)) === 0n
  const cutOff: CutOff = {
    period,
    cutoff: cutoffAt,
    parameters,
    leftOver,
    deals,
    invests: deals && !(await context.windDown.investingStops(tx, cutoffAt)),
    isVolumeStopped: await context.windDown.volumeStops(tx, cutoffAt),
  }
  for (const step of closingOrder) await step.close?.(context.parts, tx, cutOff)
  return run
}

/**
 * Freezes the balances of the house accounts at a cut-off. Income that was booked before is
 * assigned to the run: by current rules it is in INCOME before the books are read, by rules before
 * edition 3 the run itself distributes it.
 */
async function freezeBooks(
  { ledger }: SettlementContext,
  tx: Tx,
  run: { period: Period; cutoffAt: Date; parameters: Parameters },
): Promise<RunRow> {
  const { period, cutoffAt, parameters } = run
  const receipts = await waitingIncome(tx, cutoffAt)
  if (releasesIncome(parameters)) await bookIncome(ledger, tx, receipts)
  const { income, ...books } = await booksNow(ledger, tx)
  const row = await insertRun(tx, {
    ...books,
    period,
    cutoffAt,
    parametersVersion: parameters.version,
    ...(releasesIncome(parameters) && { income }),
    epoch: await ledger.epoch(tx),
    closedAt: await systemNow(tx),
  })
  await takeReceipts(tx, period, receipts)
  return row
}
