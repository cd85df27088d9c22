import { createHash } from 'node:crypto'
import {
  canonicalJson,
  cutoffOf,
  type Period,
  parametersV1,
  type SettlementInput,
  type SettlementResult,
  type SubscriptionOrder,
  settle,
} from '@banyan/economy'
import { houseAccount, type Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import { findRun, insertRun, type RunRow } from './store.ts'

/** A run whose inputs are frozen and whose outcome is known; nothing of it may be posted yet. */
export interface Run {
  period: Period
  result: SettlementResult
}

interface World {
  ledger: Ledger
  subscriptions: Pick<Subscriptions, 'closeRound' | 'ordersOfRun'>
}

/**
 * Begins the run of a period, or takes up one that was begun: the same inputs and the same outcome.
 * @throws Error when a run that was begun cannot be computed again to the byte: nothing more is
 * posted then, and a person must look.
 */
export async function openRun(world: World, tx: Tx, period: Period): Promise<Run> {
  const begun = await findRun(tx, period)
  if (!begun) return beginRun(world, tx, period)
  const input = inputOf(begun, await world.subscriptions.ordersOfRun(tx, period))
  const result = settle(input)
  const again = { inputHash: hashOf(input), resultHash: hashOf(result) }
  if (!again.inputHash.equals(begun.inputHash) || !again.resultHash.equals(begun.resultHash)) {
    throw new Error(`the run of ${period} does not compute to its recorded hashes`)
  }
  return { period, result }
}

/** Rule book 2.16 step 1: the cut-off freezes R, N, the rules and the orders in one transaction. */
async function beginRun({ ledger, subscriptions }: World, tx: Tx, period: Period): Promise<Run> {
  const cutoffAt = cutoffOf(period)
  const orders = await subscriptions.closeRound(tx, period, cutoffAt)
  const frozen = {
    period,
    cutoffAt,
    parametersVersion: parametersV1.version,
    reserve: (await ledger.balance(tx, houseAccount('USDT', 'RESERVE'))).posted,
    outstanding: -(await ledger.balance(tx, houseAccount('LEAF', 'ISSUE'))).posted,
  }
  const input = inputOf(frozen, orders)
  const result = settle(input)
  const hashes = { inputHash: hashOf(input), resultHash: hashOf(result) }
  await insertRun(tx, { ...frozen, ...hashes, closedAt: await houseNow(tx) })
  return { period, result }
}

type Frozen = Pick<RunRow, 'period' | 'cutoffAt' | 'parametersVersion' | 'reserve' | 'outstanding'>

const inputOf = (run: Frozen, orders: readonly SubscriptionOrder[]): SettlementInput => ({
  period: run.period,
  cutoffAt: run.cutoffAt.toISOString(),
  parametersVersion: run.parametersVersion,
  reserve: run.reserve,
  outstanding: run.outstanding,
  orders,
})

/** SHA-256 of the canonical text. */
const hashOf = (fact: SettlementInput | SettlementResult): Buffer =>
  createHash('sha256').update(canonicalJson(fact)).digest()
