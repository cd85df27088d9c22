import { defineMachine } from '../contract/machine.ts'

/** Whether the owner of an order wants to sell coin, or to buy it. */
export const orderSides = ['sell', 'buy'] as const
export type OrderSide = (typeof orderSides)[number]

/** Quantities of an order, in micro-LEAF: total = available + inTrade + dealt + returned. */
export interface OrderQuantities {
  total: bigint
  available: bigint
  inTrade: bigint
  dealt: bigint
  returned: bigint
}

export const orderStatuses = [
  'on_order',
  'partial_deal',
  'partial_deal_pending',
  'deal_complete',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The status of an order is derived from its quantities, top-down: otc.md "Quantities". */
export function orderStatus(q: OrderQuantities): OrderStatus {
  if (q.dealt === q.total) return 'deal_complete'
  if (q.dealt === 0n && q.available === 0n && q.inTrade === 0n) return 'cancelled'
  if (q.dealt > 0n && q.available === 0n) return 'partial_deal'
  if (q.dealt > 0n) return 'partial_deal_pending'
  return 'on_order'
}

/**
 * Whether an order can be taken, beside its status: `paused` by its owner, `held` because the guide
 * price has moved and its owner has not confirmed it since, or ended. An ended order has nothing
 * available; its open trades go on.
 */
export const orderLives = ['open', 'paused', 'held', 'cancelled', 'expired', 'complete'] as const
export type OrderLife = (typeof orderLives)[number]

export const orderEvents = [
  'pause',
  'resume',
  'change',
  'hold',
  'cancel',
  'expire',
  'complete',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/** `market`: a new guide price, or the last deal. */
export const orderActors = ['owner', 'clock', 'market'] as const
export type OrderActor = (typeof orderActors)[number]

const ending = {
  cancel: { by: ['owner'], to: 'cancelled' },
  expire: { by: ['clock'], to: 'expired' },
  complete: { by: ['market'], to: 'complete' },
} as const

/**
 * The life of an order: otc.md "Quantities of an order". New terms confirm the price, like
 * resuming; an order that its owner has paused stays paused.
 */
export const orderMachine = defineMachine<OrderLife, OrderEvent, OrderActor>({
  open: {
    pause: { by: ['owner'], to: 'paused' },
    change: { by: ['owner'], to: 'open' },
    hold: { by: ['market'], to: 'held' },
    ...ending,
  },
  paused: {
    resume: { by: ['owner'], to: 'open' },
    change: { by: ['owner'], to: 'paused' },
    ...ending,
  },
  held: {
    pause: { by: ['owner'], to: 'paused' },
    resume: { by: ['owner'], to: 'open' },
    change: { by: ['owner'], to: 'open' },
    ...ending,
  },
  cancelled: {},
  expired: {},
  complete: {},
})

/** Whether the quantity of a failed trade is available again. */
export const orderLivesOn = (life: OrderLife): boolean => !orderMachine.isFinal(life)

/** What the owner may do now. Nothing can be done with an order whose last coins are in trade. */
export const orderMovesNow = (life: OrderLife, q: OrderQuantities): OrderEvent[] =>
  q.available === 0n ? [] : orderMachine.moves(life, 'owner')

/** Whether the five quantities are all ≥ 0 and add up. The database checks the same. */
export const quantitiesAddUp = (q: OrderQuantities): boolean =>
  [q.total, q.available, q.inTrade, q.dealt, q.returned].every(part => part >= 0n) &&
  q.total === q.available + q.inTrade + q.dealt + q.returned

/** How a take, its success, its failure and an end change the quantities. */
export const orderMoves = {
  taken: (q: OrderQuantities, n: bigint): OrderQuantities => ({
    ...q,
    available: q.available - n,
    inTrade: q.inTrade + n,
  }),
  dealt: (q: OrderQuantities, n: bigint): OrderQuantities => ({
    ...q,
    inTrade: q.inTrade - n,
    dealt: q.dealt + n,
  }),
  /** A failed trade's quantity is available again while the order lives, otherwise returned. */
  failed: (q: OrderQuantities, n: bigint, lives: boolean): OrderQuantities =>
    lives
      ? { ...q, inTrade: q.inTrade - n, available: q.available + n }
      : { ...q, inTrade: q.inTrade - n, returned: q.returned + n },
  /** Cancelled or expired: the available quantity is returned; trades go on. */
  ended: (q: OrderQuantities): OrderQuantities => ({
    ...q,
    available: 0n,
    returned: q.returned + q.available,
  }),
} as const

/** A take must be within [min, max]; a rest below the minimum can only be taken whole. */
export function takeIsAllowed(q: OrderQuantities, take: bigint, min: bigint, max: bigint): boolean {
  if (take <= 0n || take > q.available || take > max) return false
  return take >= min || take === q.available
}

/** The minimum and maximum that can be taken now, micro-LEAF. */
export function takeRange(
  q: Pick<OrderQuantities, 'available'>,
  terms: { minQuantity: bigint; maxQuantity: bigint },
): { min: bigint; max: bigint } {
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  return { min: least(q.available, terms.minQuantity), max: least(q.available, terms.maxQuantity) }
}
