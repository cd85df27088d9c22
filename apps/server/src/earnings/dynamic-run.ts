import {
  hasStanding,
  isForfeit,
  type PairPay,
  type Period,
  reopenedRoundOf,
  rescaledBalance,
  roundOf,
  standing,
} from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { DynamicPayRun } from '../settlement/index.ts'
import * as rows from './dynamic-rows.ts'
import { findDynamicRound } from './dynamic-store.ts'
import { reopenedBefore } from './reinvestment-store.ts'
import { roundSource } from './round-source.ts'
import { settlementIdOf } from './settlement-id.ts'

/** The functions of other modules that posting calls. */
export interface DynamicPayContext {
  database: Database
  ledger: Ledger
  recordEffective(tx: Tx, period: Period, memberIds: readonly string[]): Promise<void>
  /** Prompts members who reached the cap of the round. `source` identifies the round for ever. */
  openPrompts(
    tx: Tx,
    eliminated: readonly { memberId: string; source: string }[],
    openedAt: Date,
  ): Promise<void>
}

/** Rows of one transaction. */
const ROWS = 10_000

/**
 * Step 6: writes volumes, lines, what nodes carry and what members are paid, pays it, and shows the
 * round to members when all of it is done. A repeat of any part changes nothing, so a killed run is
 * posted from the start of its lists.
 * @throws Error when the cut-off of the period has not been closed.
 */
export async function postDynamicPay(
  context: DynamicPayContext,
  run: DynamicPayRun,
): Promise<void> {
  const { database, ledger } = context
  const round = await findDynamicRound(database, run.period)
  if (!round) throw new Error(`the dynamic round of ${run.period} has not been closed`)
  if (round.paidAt !== null) return
  const { period, outcome, facts } = run
  const roundOfNode = await roundsOf(database, period)
  const { memberIds } = facts.nodes
  await inChunks(database, outcome.volumes, (tx, some) => rows.insertVolumes(tx, period, some))
  await inChunks(database, outcome.released, (tx, some) => rows.markCredited(tx, period, some))
  await inChunks(database, outcome.direct, (tx, some) =>
    rows.insertDirect(tx, period, some, memberIds),
  )
  await inChunks(database, outcome.pairs, (tx, some) =>
    rows.insertPairs(tx, period, withCarried(run, some), memberIds),
  )
  await inChunks(database, balancesOf(run, roundOfNode), (tx, some) =>
    rows.saveBalances(tx, period, some),
  )
  const cutOff = outcome.changes.filter(isForfeit)
  await inChunks(database, cutOff, (tx, some) => rows.insertForfeits(tx, period, some))
  await inChunks(database, outcome.credits, (tx, some) => rows.insertPayouts(tx, period, some))
  await ledger.postCredits(database, {
    settlementId: settlementIdOf(period),
    kind: 'dynamic_earning',
    from: houseAccount('USDT', 'POOL.dynamic'),
    credits: outcome.credits
      .map(({ memberId, direct, pairs }) => ({ owner: memberId, amount: direct + pairs }))
      .sort((a, b) => (a.owner < b.owner ? -1 : 1)),
  })
  await inTransaction(database, tx => showRound(context, tx, run, roundOfNode))
}

/**
 * The name of a node's round: the quarter's own, or the one that a re-investment has opened in it.
 */
type RoundOfNode = (node: number) => string

async function roundsOf(database: Database, period: Period): Promise<RoundOfNode> {
  const reopened = await reopenedBefore(database, period)
  const [first, second] = [roundOf(period), reopenedRoundOf(period)]
  return node => (reopened.has(node) ? second : first)
}

/** Matches with the volume of their regions that was carried into the run. Rule book 2.7. */
function withCarried({ facts, pairBps }: DynamicPayRun, pairs: readonly PairPay[]): rows.PairRow[] {
  const { nodes, balancesPairBps } = facts
  return pairs.map(pair => {
    const lapses = hasStanding(nodes, pair.node, standing.lapsed)
    const carried = (balances: BigInt64Array) =>
      lapses ? 0n : rescaledBalance(balances[pair.node] as bigint, balancesPairBps, pairBps)
    return {
      ...pair,
      leftCarried: carried(nodes.balancesLeft),
      rightCarried: carried(nodes.balancesRight),
    }
  })
}

async function inChunks<T>(
  database: Database,
  list: readonly T[],
  write: (tx: Tx, some: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < list.length; from += ROWS) {
    await inTransaction(database, tx => write(tx, list.slice(from, from + ROWS)))
  }
}

/** Each changed node before and after the run. */
const balancesOf = (
  { facts: { nodes }, outcome }: DynamicPayRun,
  roundOfNode: RoundOfNode,
): rows.BalanceChange[] =>
  outcome.changes.map(({ node, left, right, paidInRound }) => ({
    node,
    left,
    right,
    paidInRound,
    round: roundOfNode(node),
    leftBefore: nodes.balancesLeft[node] as bigint,
    rightBefore: nodes.balancesRight[node] as bigint,
    paidBefore: nodes.paidInRound[node] as bigint,
  }))

/**
 * Completes the round: records who was effective, prompts the eliminated, and notifies everybody at
 * once.
 */
async function showRound(
  context: DynamicPayContext,
  tx: Tx,
  run: DynamicPayRun,
  roundOfNode: RoundOfNode,
): Promise<void> {
  const { period, ruleVersion, pairBps, pool, outcome, facts } = run
  const paidAt = await systemNow(tx)
  const shown = await rows.closeDynamicRound(tx, period, {
    ruleVersion,
    pairBps,
    pool,
    factor: outcome.factor,
    directFactor: outcome.directFactor,
    volume: creditedVolume(run),
    paid: outcome.paid,
    staffShare: outcome.staffShare,
    reserved: outcome.reserved,
    effective: outcome.effective.length,
    paidAt,
  })
  if (!shown) return
  const member = (node: number) => facts.nodes.memberIds.at(node)
  await context.recordEffective(tx, period, outcome.effective.map(member))
  const eliminated = outcome.eliminated.map(node => ({
    memberId: member(node),
    source: roundSource(roundOfNode(node), member(node)),
  }))
  await context.openPrompts(tx, eliminated, paidAt)
  await announce(tx, [
    { memberId: null, topic: 'earnings', subject: null },
    { memberId: null, topic: 'wallets', subject: null },
  ])
}

/** All volume that the run brought into the tree, micro-USDT. */
function creditedVolume({ outcome, facts }: DynamicPayRun): bigint {
  const released = new Set(outcome.released)
  let sum = 0n
  for (const one of outcome.volumes) if (one.fate === 'credited') sum += one.value
  for (const one of facts.kept) if (released.has(one.tradeId)) sum += one.volume
  return sum
}
