import { bookLoss, cutoffOf, type Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { booksNow } from './books.ts'
import { takeReceipts } from './receipt-store.ts'
import { unbookedMissing } from './shortfalls.ts'
import { findRun, insertRun, lockFounding, type RunRow } from './store.ts'
import type { SettlementWorld } from './world.ts'

/**
 * Step 1: freezes what belongs to the run of a period, in one transaction; a run that was closed
 * before is answered as it was. From here on nothing that the run looks at can change.
 */
export async function closeRun(world: SettlementWorld, tx: Tx, period: Period): Promise<RunRow> {
  const closed = await findRun(tx, period)
  if (closed) return closed
  // What is frozen of a million members takes longer than a member's call may.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  // What is missing is frozen here: a cover of it comes before, or after the run.
  await lockFounding(tx)
  const cutoffAt = cutoffOf(period)
  const books = await booksNow(world.ledger, tx)
  const parameters = await world.rules.at(tx, cutoffAt)
  const run = await insertRun(tx, {
    ...books,
    period,
    cutoffAt,
    parametersVersion: parameters.version,
    epoch: await world.ledger.epoch(tx),
    closedAt: await houseNow(tx),
  })
  // While a loss goes beyond the reserve there is no price at which anybody could deal. Rule book 2.17.
  const leftOver = bookLoss(books.shortfall, books).left
  await world.losses.closeRound(tx, { period, cutoff: cutoffAt, leftOver })
  // What the chain lacks and nobody has confirmed is booked by a later run: until then nobody buys at a
  // price that hides it, and nobody leaves at one.
  const deals = leftOver === 0n && (await unbookedMissing(world, tx)) === 0n
  const dealing = { fills: deals, redeems: deals }
  const orders = await world.subscriptions.closeRound(tx, period, cutoffAt, dealing)
  await world.distribution.closeRound(tx, { period, cutoff: cutoffAt, parameters })
  await world.dynamicPay.closeRound(tx, { period, parameters, orders })
  await world.network.closeRound(tx, period, cutoffAt)
  await world.earnings.closeRound(tx, period, cutoffAt, { opens: deals })
  await world.exchanges.closeRound(tx, period, cutoffAt, { redeems: deals })
  await world.otc.closeFees(tx, period, cutoffAt)
  await takeReceipts(tx, period, cutoffAt)
  return run
}
