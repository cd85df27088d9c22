import {
  eliminatedOf,
  hasCycles,
  type Parameters,
  type Period,
  type StaticFacts,
  type StaticPay,
  staticCredits,
} from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { CutOff, StaticPayRun, TurnRun } from '../settlement/index.ts'
import { PAYOUT_BLOCK } from './migrations.ts'
import { lockRoundExclusive, type PositionRow } from './position-store.ts'
import { unlockOf } from './postings.ts'
import { positionId } from './present.ts'
import { openPromptsOf } from './prompts.ts'
import * as store from './round-store.ts'
import { settlementIdOf } from './settlement-id.ts'
import { incomeOf } from './source-store.ts'

/**
 * The cut-off: from here on requests can be neither withdrawn nor changed. With `invests: false` (a
 * loss is not booked, rule book 2.17) positions that were asked for wait. Rule book 2.16 step 1.
 */
export async function closeRound(
  tx: Tx,
  ledger: Pick<Ledger, 'epoch'>,
  { period, cutoff, invests }: Pick<CutOff, 'period' | 'cutoff' | 'invests'>,
): Promise<void> {
  await lockRoundExclusive(tx)
  const closedAt = await systemNow(tx)
  await store.insertRound(tx, { period, epoch: await ledger.epoch(tx), closedAt })
  await store.assignRequests(tx, { period, cutoff, opens: invests })
}

/**
 * The input of a run under a version: the same at every call, in the order of ids.
 * @throws Error when the cut-off of the period has not been closed.
 */
export async function factsOfRun(
  reader: Database | Tx,
  period: Period,
  p: Parameters,
): Promise<StaticFacts> {
  const round = await store.findRound(reader, period)
  if (!round) throw new Error(`the round of ${period} has not been closed`)
  return store.readFacts(reader, round, hasCycles(p))
}

/** Payouts in one transaction, in whole blocks, and ends in one transaction. */
const PAYOUTS = 512 * PAYOUT_BLOCK
const ENDS = 500

/**
 * Step 5: writes what positions are paid, pays it, ends what is eliminated, and shows the round to
 * members when all of it is done. Stopped anywhere, it continues from there when called again.
 */
export async function postPay(
  database: Database,
  ledger: Ledger,
  run: StaticPayRun,
): Promise<void> {
  const round = await store.findRound(database, run.period)
  if (!round) throw new Error(`the round of ${run.period} has not been closed`)
  if (round.paidAt !== null) return
  const { positions, outcome } = run
  // Neither needs the other, and nobody sees a round before both are complete.
  await Promise.all([
    writePayouts(database, run),
    ledger.postCredits(database, {
      settlementId: settlementIdOf(run.period),
      kind: 'static_earning',
      from: houseAccount('USDT', 'POOL.static'),
      credits: staticCredits(positions, outcome),
    }),
  ])
  const eliminated = eliminatedOf(positions, outcome)
  for (let i = 0; i < eliminated.length; i += ENDS) {
    const some = eliminated.slice(i, i + ENDS)
    await inTransaction(database, tx => eliminate(ledger, tx, run.period, some))
  }
  await inTransaction(database, tx => showRound(tx, run))
}

/** In the order of the list, so that their number shows where a killed run continues. */
async function writePayouts(database: Database, run: StaticPayRun): Promise<void> {
  const count = run.positions.ids.length
  for (let from = await store.payoutsWritten(database, run.period); from < count; from += PAYOUTS) {
    await inTransaction(database, tx => store.insertPayouts(tx, run, from, from + PAYOUTS))
  }
}

/** Frees all coins of eliminated positions, and prompts each owner. */
async function eliminate(
  ledger: Ledger,
  tx: Tx,
  period: Period,
  pays: readonly StaticPay[],
): Promise<void> {
  const reasons = new Map(pays.map(pay => [pay.positionId, pay.eliminated]))
  const rows = await store.lockNotEnded(tx, [...reasons.keys()])
  if (rows.length === 0) return
  const endedAt = await systemNow(tx)
  const ends = rows.map(row => {
    const reason = reasons.get(row.id)
    if (!reason) throw new Error(`position ${row.id} ends without a reason`)
    return { ...row, endReason: reason }
  })
  await ledger.post(tx, rows.map(unlockOf))
  await store.saveEnded(
    tx,
    ends.map(({ id, endReason }) => ({ id, endReason, state: 'eliminated' })),
    { period, endedAt },
  )
  await openPromptsOf(
    tx,
    ends.map(({ id, memberId, quantity, epoch, endReason: reason }) => ({
      memberId,
      quantity,
      epoch,
      reason,
      module: 'static',
      source: positionId(id),
    })),
    endedAt,
  )
  await notifyOwners(tx, rows)
}

/** One event notifies everybody: a settlement of a million members is one piece of news. */
async function showRound(tx: Tx, { period, ruleVersion, pool, flows, outcome }: StaticPayRun) {
  const { released, weight, amounts, left } = outcome
  const amountsOf = { pool, released, paid: pool - left }
  const shown = await store.closePaidRound(tx, period, {
    ruleVersion,
    ...amountsOf,
    weight,
    ...(await incomeOf(tx, period, flows, amountsOf)),
    positions: amounts.length,
    paidAt: await systemNow(tx),
  })
  if (!shown) return
  await announce(tx, [
    { memberId: null, topic: 'earnings', subject: null },
    { memberId: null, topic: 'wallets', subject: null },
  ])
}

/**
 * Step 9: opens and unlocks up to `limit` positions of the run that are not done yet; returns how
 * many there were. A position, its coins and its events change together.
 */
export async function postTurns(
  ledger: Ledger,
  tx: Tx,
  run: TurnRun,
  limit: number,
): Promise<number> {
  const opening = await store.lockOpening(tx, run.period, limit)
  if (opening.length > 0) {
    await store.saveOpened(
      tx,
      opening.map(row => outcomeFor(row, run.opened)),
    )
    await notifyOwners(tx, opening)
  }
  const unlocking = await store.lockUnlocking(tx, run.period, limit - opening.length)
  if (unlocking.length > 0) await unlock(ledger, tx, run, unlocking)
  return opening.length + unlocking.length
}

async function unlock(
  ledger: Ledger,
  tx: Tx,
  run: TurnRun,
  rows: readonly PositionRow[],
): Promise<void> {
  const ends = rows.map(row => {
    const { reason = 'asked' } = outcomeFor(row, run.unlocked)
    if (reason !== row.leaveReason) throw new Error(`position ${row.id} leaves for another reason`)
    return { id: row.id, state: 'unlocked' as const, endReason: reason }
  })
  await ledger.post(tx, rows.map(unlockOf))
  await store.saveEnded(tx, ends, { period: run.period, endedAt: await systemNow(tx) })
  await notifyOwners(tx, rows)
}

function outcomeFor<T>(row: PositionRow, outcomes: ReadonlyMap<string, T>): T {
  const outcome = outcomes.get(row.id)
  if (!outcome) throw new Error(`the run has no outcome for position ${row.id} (${row.state})`)
  return outcome
}

/** Notifies the owners that their positions and their wallets have changed. */
export const notifyOwners = (
  tx: Tx,
  rows: readonly Pick<PositionRow, 'id' | 'memberId'>[],
): Promise<void> =>
  announce(
    tx,
    rows.flatMap(({ id, memberId }) => [
      { memberId, topic: 'earnings' as const, subject: positionId(id) },
      { memberId, topic: 'wallets' as const, subject: null },
    ]),
  )
