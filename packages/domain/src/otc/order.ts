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

/** Holds when the five quantities are all ≥ 0 and add up. The database checks the same. */
export const quantitiesAddUp = (q: OrderQuantities): boolean =>
  [q.total, q.available, q.inTrade, q.dealt, q.returned].every(part => part >= 0n) &&
  q.total === q.available + q.inTrade + q.dealt + q.returned

/** What a take, its success, its failure and a cancel do to the quantities. */
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
  /** A failed trade's quantity is for sale again while the order lives, else it is the owner's. */
  failed: (q: OrderQuantities, n: bigint, lives: boolean): OrderQuantities =>
    lives
      ? { ...q, inTrade: q.inTrade - n, available: q.available + n }
      : { ...q, inTrade: q.inTrade - n, returned: q.returned + n },
  cancelled: (q: OrderQuantities): OrderQuantities => ({
    ...q,
    available: 0n,
    returned: q.returned + q.available,
  }),
} as const

/** A take lies within [min, max]; a rest below the minimum can be taken, but only whole. */
export function takeIsAllowed(q: OrderQuantities, take: bigint, min: bigint, max: bigint): boolean {
  if (take <= 0n || take > q.available || take > max) return false
  return take >= min || take === q.available
}
