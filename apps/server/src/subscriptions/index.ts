import type { Period, SubscriptionOrder } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import type { Pricing } from '../pricing/index.ts'
import { standingOf } from './limits.ts'
import type { OrderWorld } from './orders.ts'
import { subscriptionRoutes } from './routes.ts'
import { closeRound, postFills, type RunOutcome } from './run.ts'
import { ordersOfRun } from './store.ts'

export { checkSubscriptions } from './check.ts'
export type { RunOutcome } from './run.ts'

export interface Subscriptions {
  room: Room
  /** What a member may still subscribe and may have issued in the window, micro-USDT. */
  limits(
    database: Database | Tx,
    memberId: string,
  ): Promise<{ purchasable: bigint; maxInvestment: bigint }>
  /** A settlement's cut-off: gives the ripe orders to its run, oldest first. */
  closeRound(tx: Tx, period: Period, cutoff: Date): Promise<SubscriptionOrder[]>
  /** The orders that a cut-off gave to a run, oldest first. */
  ordersOfRun(database: Database | Tx, period: Period): Promise<SubscriptionOrder[]>
  /** Settles up to `limit` of a run's orders that are not settled yet; answers how many there were. */
  postFills(tx: Tx, outcome: RunOutcome, limit: number): Promise<number>
}

/** Orders to buy coin from the reserve at the next guide price. */
export function openSubscriptions(
  platform: Platform,
  neighbours: OrderWorld & { pricing: Pick<Pricing, 'guide'> },
): Subscriptions {
  return {
    room: { routes: subscriptionRoutes(platform.database, neighbours) },
    limits: async (database, memberId) => {
      const standing = await standingOf(neighbours, database, memberId)
      return { purchasable: standing.purchasable, maxInvestment: standing.maxInvestment }
    },
    closeRound,
    ordersOfRun,
    postFills: (tx, outcome, limit) => postFills(neighbours, tx, outcome, limit),
  }
}
