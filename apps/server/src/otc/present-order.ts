import {
  formatAmount,
  isFloating,
  type MarketOrderView,
  meetsConditions,
  type OrderBarrier,
  type OrderPrice,
  type OwnOrderView,
  orderMovesNow,
  orderStatus,
  priceAfterConcession,
  type Standing,
  takeRange,
  WHOLE_BPS,
  wireIdOf,
} from '@banyan/domain'
import { askedPrice } from './floating.ts'
import { conditionsOf, type OrderRow, quantitiesOf } from './order-store.ts'
import type { Reputation } from './reputation.ts'

const shown = (amount: bigint): string => formatAmount(amount, 2)

/** The part of an order that everybody sees, its owner included. */
function publicParts(row: OrderRow, guidePrice: bigint) {
  const range = takeRange(row, row)
  const effective = row.price * (WHOLE_BPS - BigInt(row.concessionBps))
  return {
    id: wireIdOf('ord', row.id),
    version: row.version,
    side: row.side,
    price: shown(row.price),
    effectivePrice: shown(priceAfterConcession(row.price, row.concessionBps)),
    floats: row.marginBps !== null,
    aboveGuideBps: Number((effective - guidePrice * WHOLE_BPS) / guidePrice),
    minQuantity: shown(row.minQuantity),
    maxQuantity: shown(row.maxQuantity),
    concessionBps: row.concessionBps,
    feeBps: row.feeBps,
    networks: row.networks,
    conditions: conditionsOf(row),
    autoRelease: row.autoRelease,
    available: shown(row.available),
    takeMin: shown(range.min),
    takeMax: shown(range.max),
  }
}

/** A reader of the market, with the facts that bar them from orders. */
export interface Viewer {
  memberId: string
  /** Null when none of the shown orders has conditions. */
  standing: Standing | null
  /** Members who have a block with the viewer. */
  blocked: ReadonlySet<string>
  /** By order, the most that a viewer without a finished trade may take; null for all others. */
  newcomersMost: ReadonlyMap<string, bigint> | null
}

/** An order as everybody sees it on the market. */
export const presentMarketOrder = (
  row: OrderRow,
  owner: { nickname: string; reputation: Reputation },
  guidePrice: bigint,
): Omit<MarketOrderView, 'barrier' | 'newcomersMost'> => ({
  ...publicParts(row, guidePrice),
  owner: { nickname: owner.nickname, ...owner.reputation },
})

/** The barrier that keeps this viewer from taking an order, or null. */
export function barrierOf(row: OrderRow, viewer: Viewer): OrderBarrier | null {
  if (row.memberId === viewer.memberId) return 'own'
  if (viewer.blocked.has(row.memberId)) return 'blocked'
  if (viewer.standing && !meetsConditions(conditionsOf(row), viewer.standing)) return 'conditions'
  const most = viewer.newcomersMost?.get(row.id) ?? null
  return most !== null && most < takeRange(row, row).min ? 'newcomers' : null
}

const floatingView = (price: OrderPrice): OwnOrderView['floating'] =>
  isFloating(price) ? { marginBps: price.marginBps, limit: shown(price.limit) } : null

/** An order as its owner sees it. */
export const presentOwnOrder = (row: OrderRow, guidePrice: bigint): OwnOrderView => ({
  ...publicParts(row, guidePrice),
  orderNumber: row.orderNumber,
  floating: floatingView(askedPrice(row)),
  total: shown(row.total),
  inTrade: shown(row.inTrade),
  dealt: shown(row.dealt),
  returned: shown(row.returned),
  status: orderStatus(quantitiesOf(row)),
  life: row.life,
  heldBecause: row.heldBecause,
  moves: orderMovesNow(row.life, quantitiesOf(row)),
  ruleVersion: row.ruleVersion,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})
