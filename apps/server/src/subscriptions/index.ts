import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { SubscriptionPart } from '../settlement/index.ts'
import { type CutSubscription, cutSubscriptions } from './cut.ts'
import { refuseWhilePaused } from './decide.ts'
import type { SubscriptionDeps } from './deps.ts'
import {
  allowancesAmong,
  holdLeftToInvest,
  type LeftToInvest,
  leftToInvestAmong,
  pausedUntil,
} from './limits.ts'
import { giveBackPending } from './orders.ts'
import { pausesAmong } from './pause-store.ts'
import { subscriptionRoutes } from './routes.ts'
import { closeRound, postFills } from './run.ts'
import { type FirstFill, firstFill, hasOpenOrders, haveBeenIssued, ordersOfRun } from './store.ts'

export { checkSubscriptions } from './check.ts'

export interface Subscriptions extends SubscriptionPart {
  module: Module
  /** What these members may still subscribe and may have issued in the window, micro-USDT. */
  limitsAmong(
    database: Database | Tx,
    memberIds: readonly string[],
  ): Promise<Map<string, { purchasable: bigint; maxInvestment: bigint }>>
  /**
   * What these members may still put in, by subscribing or on the market; a member without an entry
   * has no limit.
   */
  leftToInvest(
    reader: Database | Tx,
    memberIds: readonly string[],
  ): Promise<Map<string, LeftToInvest>>
  /** The same, locked until the transaction ends: other purchases of these members wait. */
  holdLeftToInvest(tx: Tx, memberIds: readonly string[]): Promise<Map<string, LeftToInvest>>
  /** Refuses `investingPaused` while a member has paused investing. */
  refuseWhilePaused(tx: Tx, memberId: string): Promise<void>
  /** The end of the pause of each of these members who has paused investing now. */
  pausesAmong(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, Date>>
  /** The members among these for whom coins were issued before. */
  issuedAmong: typeof haveBeenIssued
  /**
   * Continues orders whose holds a shared loss has ended, with the amounts that remain. Rule book
   * 2.17.
   */
  cut(tx: Tx, cuts: readonly CutSubscription[]): Promise<void>
  /**
   * Gives back up to `limit` orders that no run has taken, in a wind-down; returns how many there
   * were.
   */
  giveBackPending(tx: Tx, limit: number): Promise<number>
  /** Whether any order waits for a run, or is in one. */
  hasOpenOrders(reader: Database | Tx): Promise<boolean>
  /** The first coins issued to a member; undefined before there are any. */
  firstFill(reader: Database | Tx, memberId: string): Promise<FirstFill | undefined>
}

/** Orders to buy coin from the reserve at the next guide price. */
export function openSubscriptions(platform: Platform, deps: SubscriptionDeps): Subscriptions {
  return {
    module: { routes: subscriptionRoutes(platform.database, deps) },
    limitsAmong: (database, memberIds) => allowancesAmong(deps, database, memberIds),
    leftToInvest: (reader, memberIds) => leftToInvestAmong(deps, reader, memberIds),
    holdLeftToInvest: (tx, memberIds) => holdLeftToInvest(deps, tx, memberIds),
    refuseWhilePaused: async (tx, memberId) => refuseWhilePaused(await pausedUntil(tx, memberId)),
    pausesAmong,
    issuedAmong: haveBeenIssued,
    closeRound,
    ordersOfRun,
    postFills: (tx, outcome, limit) => postFills(deps, tx, outcome, limit),
    cut: (tx, cuts) => cutSubscriptions(deps, tx, cuts),
    giveBackPending: (tx, limit) => giveBackPending(deps, tx, limit),
    hasOpenOrders,
    firstFill,
  }
}
