import { type AnswerOf, formatAmount, type saleRecords, wireIdOf } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { redemptionId } from './names.ts'
import { type RedemptionRow, soldPage } from './store.ts'

type WireSale = AnswerOf<typeof saleRecords>['items'][number]
type WireDeal = WireSale['deals'][number]

/** A market trade as seen by its seller. Micro-units; coins in the units of the trade. */
interface MarketDeal {
  id: string
  at: Date
  quantity: bigint
  price: bigint
  gross: bigint
  /** Micro-LEAF. */
  fee: bigint
  net: bigint
  /**
   * The version of the rule book: the one of the trade's deadlines, or the one of the order's fee.
   */
  ruleVersion: number
  buyer: string
}

/** A member's sales under one order, the last trade first. Coins in the units of that trade. */
interface MarketSale extends Omit<MarketDeal, 'buyer'> {
  orderNumber: string
  deals: readonly MarketDeal[]
}

/** A place in a list whose key is an instant and an id. */
export interface SalesPage {
  after: string[] | null
  limit: number
}

/** A member's sales on the market: the last sold first, from a place on. */
export type MarketSales = (
  database: Database,
  memberId: string,
  page: SalesPage,
) => Promise<MarketSale[]>

/** A record and the key that orders it among those of both kinds. */
interface Keyed {
  at: Date
  id: string
  record: WireSale
}

/**
 * A page of own sales of both kinds, the last sold first, and the place after it. Each kind is read
 * from the same place, so every sale is listed exactly once.
 */
export async function salesPage(
  database: Database,
  market: MarketSales,
  memberId: string,
  query: SalesPage & { type?: WireSale['type'] | undefined },
): Promise<{ items: WireSale[]; next: string[] | null }> {
  const { after, limit } = query
  const place = { after, limit: limit + 1 }
  const [exchanges, sales] = await Promise.all([
    query.type === 'otc' ? [] : soldPage(database, memberId, place),
    query.type === 'exchange' ? [] : market(database, memberId, place),
  ])
  const sold = [...exchanges.map(ofExchange), ...sales.map(ofMarket)].sort(lastSoldFirst)
  const shown = sold.slice(0, limit)
  const last = sold.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ record }) => record),
    next: last ? [last.at.toISOString(), last.id] : null,
  }
}

const lastSoldFirst = (a: Keyed, b: Keyed): number =>
  b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)

function ofExchange(row: RedemptionRow): Keyed {
  const at = row.closedAt ?? row.askedAt
  const record: WireSale = {
    id: redemptionId(row),
    type: 'exchange',
    orderNumber: row.orderNumber,
    at: at.toISOString(),
    quantity: formatAmount(row.shownQuantity),
    price: formatAmount(row.exitPrice ?? 0n, 6),
    gross: formatAmount(row.gross ?? 0n),
    fee: formatAmount(row.fee ?? 0n),
    feeAsset: 'USDT',
    net: formatAmount(row.pay ?? 0n),
    reference: redemptionId(row),
    ruleVersion: row.dealVersion ?? row.ruleVersion,
    deals: [],
  }
  return { at, id: row.id, record }
}

function ofMarket(sale: MarketSale): Keyed {
  const record: WireSale = {
    ...figuresOf(sale),
    id: wireIdOf('ord', sale.id),
    type: 'otc',
    orderNumber: sale.orderNumber,
    reference: `order:${sale.id}`,
    deals: sale.deals.map(dealOf),
  }
  return { at: sale.at, id: sale.id, record }
}

const dealOf = (deal: MarketDeal): WireDeal => ({
  ...figuresOf(deal),
  id: wireIdOf('trd', deal.id),
  counterparty: maskName(deal.buyer),
  reference: `trade:${deal.id}`,
})

const figuresOf = (sold: Omit<MarketDeal, 'buyer'>) => ({
  at: sold.at.toISOString(),
  quantity: formatAmount(sold.quantity),
  price: formatAmount(sold.price, 2),
  gross: formatAmount(sold.gross),
  fee: formatAmount(sold.fee),
  feeAsset: 'LEAF' as const,
  net: formatAmount(sold.net),
  ruleVersion: sold.ruleVersion,
})

/** A nickname that its owner recognises and nobody else: its first and last characters. */
export function maskName(nickname: string): string {
  const signs = [...nickname]
  if (signs.length < 3) return `${signs[0] ?? ''}**`
  return `${signs[0]}**${signs.at(-1)}`
}
