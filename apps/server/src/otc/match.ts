import { asksNothing, type Network, type Standing, type TradeAmounts } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import {
  type BuyingStop,
  type LeftToInvest,
  noReceiving,
  type OtcDeps,
  type ReceivingAccount,
} from './context.ts'
import { askedPrice } from './floating.ts'
import {
  conditionsOf,
  findOrders,
  frozenOwners,
  lockOrders,
  type OrderRow,
  quantitiesOf,
} from './order-store.ts'
import { penalties } from './penalties.ts'
import { decideTake } from './policy.ts'
import { standingsOf } from './reputation.ts'
import { lockTakers, type TakerBounds, takerBounds } from './takers.ts'
import { type Measure, measureNow, takerRules } from './terms.ts'

/**
 * What a taker requests: a part or all of an order, with the version of the terms that was on the
 * screen.
 */
export interface TakeAsk {
  orderId: string
  quantity: bigint
  network: Network
  version: number
}

/** An order that is being taken, locked, with the facts that decide about its takers. */
export interface Match {
  order: OrderRow
  now: Date
  facts: Facts
  /** Where the seller is paid. */
  receiving: ReceivingAccount
  /** The limits of its takers; counts every decided take. */
  bounds: TakerBounds
  /** The owner is frozen: nobody may take the order. */
  ownerFrozen: boolean
}

/**
 * The facts of a take that are not the order's: the guide price, the numbers in force, and the
 * takers.
 */
interface Facts extends Measure {
  /** Takers between whom and the owner there is a block. */
  blocked: ReadonlySet<string>
  /** Null when the order has no conditions. */
  standings: ReadonlyMap<string, Standing> | null
  /** Until when takers may not take. */
  penalties: ReadonlyMap<string, Date>
  /** Of those who would buy: the takers of a sell order, or the owner of a buy order. */
  buyingStops: ReadonlyMap<string, BuyingStop>
  /** What the same members may still put in, where a maximum binds them. Each take reduces it. */
  leftToInvest: Map<string, LeftToInvest>
}

/** Who would take which order. */
export interface TakerOf {
  orderId: string
  takerId: string
}

/** Orders with what decides about their takers. */
export interface Meeting {
  /** By the order's id. Those that are busy, or that do not exist on this side, are left out. */
  matches: Map<string, Match>
  /** Orders that another transaction has locked. */
  busy: ReadonlySet<string>
}

/**
 * Reads the facts that decide about the takers of orders of one side, and locks the orders. With
 * `waits` their locks are awaited; without it, those that another transaction has locked are busy. A buy
 * order has one taker.
 */
export async function meet(
  tx: Tx,
  context: OtcDeps,
  side: OrderRow['side'],
  takes: readonly TakerOf[],
  waits: boolean,
): Promise<Meeting> {
  const seen = await findOrders(tx, side, [...new Set(takes.map(one => one.orderId))])
  if (seen.length === 0) return { matches: new Map(), busy: new Set() }
  const takers = [...new Set(takes.map(one => one.takerId))]
  // Before the lock of any order's row: a member who takes several orders at once waits here and at
  // no other lock.
  await lockTakers(tx, takers)
  // Reads facts that a take does not change before it locks the orders' rows: the next taker waits
  // less. Terms that change meanwhile have another version, and the take is refused for that.
  const before = await factsOf(tx, context, side, takers, seen)
  const sellers = side === 'sell' ? before.owners : takers
  const accounts = await context.receivingAccounts(tx, sellers)
  const sellerOf = (order: OrderRow): string =>
    side === 'sell' ? order.memberId : (takers[0] as string)
  const ids = seen.map(order => order.id).sort()
  const orders = await lockOrders(tx, ids, waits)
  const locked = [...orders.values()]
  // A guide price that was published during the wait for a row: such an order already floats by it.
  const isLater = ({ marginBps, guideSeen }: OrderRow): boolean =>
    marginBps !== null && guideSeen !== before.measure.guidePrice
  const later = locked.some(isLater) ? await measureNow(context, tx) : before.measure
  // Asked after the addresses were read: a take that sees another address also sees the freeze that
  // it caused.
  const frozen = await frozenOwners(tx, side, before.owners)
  const now = await systemNow(tx)
  const rules = takerRules(later.inForce, context.takerScale)
  const bounds = await takerBounds(tx, context, { orders: locked, takers, rules, now })
  const matchOf = (order: OrderRow): Match => ({
    order,
    facts: { ...before.of(order), ...(isLater(order) ? later : before.measure) },
    receiving: accounts.get(sellerOf(order)) ?? noReceiving,
    ownerFrozen: frozen.has(order.memberId),
    now,
    bounds,
  })
  return {
    matches: new Map(locked.map(order => [order.id, matchOf(order)])),
    busy: new Set(ids.filter(id => !orders.has(id))),
  }
}

async function factsOf(
  tx: Tx,
  context: OtcDeps,
  side: OrderRow['side'],
  takers: readonly string[],
  orders: readonly OrderRow[],
) {
  const owners = [...new Set(orders.map(order => order.memberId))]
  const buyers = side === 'sell' ? takers : owners
  // Before the orders are locked, because a pause from investing also locks its member before their
  // orders.
  const leftToInvest = await context.holdLeftToInvest(tx, buyers)
  const measure = await measureNow(context, tx)
  const blocked = await context.blockedAmong(tx, owners, takers)
  const asking = orders.filter(order => !asksNothing(conditionsOf(order))).map(order => order.id)
  const standings = asking.length > 0 ? await standingsOf(tx, context, takers) : null
  const shared = {
    leftToInvest,
    penalties: await penalties(tx, takers),
    buyingStops: await context.buyingStops(tx, buyers),
  }
  return {
    owners,
    measure,
    of: ({ id, memberId }: OrderRow): Omit<Facts, keyof Measure> => ({
      ...shared,
      blocked: blocked.get(memberId) ?? new Set(),
      standings: asking.includes(id) ? standings : null,
    }),
  }
}

/**
 * Decides whether a take may happen on the order as it is now. Refuses, or returns the amounts that
 * it fixes.
 */
export function decideOn(
  { order, now, facts, bounds, ownerFrozen }: Match,
  takerId: string,
  ask: TakeAsk,
): TradeAmounts {
  const buyerId = order.side === 'sell' ? takerId : order.memberId
  return decideTake(
    {
      ...order,
      asked: askedPrice(order),
      ownerId: order.memberId,
      takerId,
      quantities: quantitiesOf(order),
      expired: order.expiresAt <= now,
      ownerFrozen,
      conditions: conditionsOf(order),
      guidePrice: facts.guidePrice,
      inForce: facts.inForce,
      blocked: facts.blocked.has(takerId),
      standing: facts.standings?.get(takerId) ?? null,
      penaltyUntil: facts.penalties.get(takerId) ?? null,
      buyingStop: facts.buyingStops.get(buyerId) ?? null,
      leftToInvest: facts.leftToInvest.get(buyerId) ?? null,
      takerLimit: bounds.limit(takerId),
      newcomers: bounds.newcomers(takerId, order),
    },
    ask,
  )
}

/**
 * Deducts a decided take of a sell order from its buyer's maximum, and counts it for the limits of
 * takers.
 */
export function countTake(
  { order, facts, bounds }: Match,
  takerId: string,
  { quantity, paymentAmount }: { quantity: bigint; paymentAmount: bigint },
): void {
  bounds.took(takerId, order, quantity)
  const invests = facts.leftToInvest.get(takerId)
  if (invests) facts.leftToInvest.set(takerId, { ...invests, left: invests.left - paymentAmount })
}
