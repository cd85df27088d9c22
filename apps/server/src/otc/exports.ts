import { Readable } from 'node:stream'
import {
  CSV_MARK,
  ceilDiv,
  csvLine,
  formatAmount,
  type Locale,
  localeOf,
  orderExportPath,
  priceAfterConcession,
  pricePaid,
  tradeExportPath,
  tradeStatusOf,
} from '@banyan/domain'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database/connect.ts'
import type { Auth } from '../platform/http/auth.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import { openLimits } from '../platform/http/limits.ts'
import { sharedCountsOf } from '../platform/http/shared-counts.ts'
import type { OtcDeps } from './context.ts'
import { ownOrdersPage } from './order-lists.ts'
import type { OrderRow } from './order-store.ts'
import type { Page, Paged } from './paging.ts'
import { tradesPage } from './trade-lists.ts'
import type { TradeRow } from './trade-store.ts'

/** Both exports, as the rate limits name them: security.md 4.7. */
const exportAct = { id: 'otc.export', money: false, access: 'member' } as const
const ROWS_AT_ONCE = 500

type Words = Readonly<Record<Locale, readonly string[]>>

const tradeHead: Words = {
  'zh-CN': [
    '匹配编号',
    '方向',
    '状态',
    '对方',
    '数量 LEAF',
    '单价 USDT',
    '成交额 USDT',
    '手续费 LEAF',
    '让利 LEAF',
    '付款金额 USDT',
    '退回 LEAF',
    '退款 USDT',
    '网络',
    '交易哈希',
    '成交时间',
    '付款时间',
    '结束时间',
  ],
  en: [
    'Matching ID',
    'Side',
    'Status',
    'Other party',
    'Quantity LEAF',
    'Price USDT',
    'Deal amount USDT',
    'Fee LEAF',
    'Concession LEAF',
    'Payment USDT',
    'Refund LEAF',
    'Refund USDT',
    'Network',
    'Transaction hash',
    'Dealt at',
    'Paid at',
    'Closed at',
  ],
}

const orderHead: Words = {
  'zh-CN': [
    '挂单编号',
    '方向',
    '状态',
    '单价 USDT',
    '总量 LEAF',
    '剩余 LEAF',
    '交易中 LEAF',
    '已成交 LEAF',
    '已退回 LEAF',
    '单笔最小',
    '单笔最大',
    '网络',
    '发布时间',
    '结束时间',
  ],
  en: [
    'Order number',
    'Side',
    'State',
    'Price USDT',
    'Total LEAF',
    'Available LEAF',
    'In trade LEAF',
    'Dealt LEAF',
    'Returned LEAF',
    'Minimum',
    'Maximum',
    'Networks',
    'Published at',
    'Ended at',
  ],
}

const iso = (at: Date | null): string => at?.toISOString() ?? ''
const micro = (amount: bigint | null): string => (amount === null ? '' : formatAmount(amount, 6))

/** The price that was paid for one coin of a trade, in the units at its end. */
const paidFor = (trade: TradeRow): bigint => ceilDiv(pricePaid(trade), trade.splitMultiple)

const tradeLine = (trade: TradeRow, memberId: string, nickname: string): string =>
  csvLine([
    trade.matchingId,
    trade.buyerId === memberId ? 'buy' : 'sell',
    tradeStatusOf[trade.state],
    nickname,
    micro(trade.quantity),
    micro(paidFor(trade)),
    micro(trade.dealAmount),
    micro(trade.fee),
    micro(trade.concessionQuantity),
    micro(trade.paymentAmount),
    micro(trade.refundQuantity),
    micro(trade.refundAmount),
    trade.network,
    trade.paymentHash ?? '',
    iso(trade.dealtAt),
    iso(trade.paidAt),
    iso(trade.closedAt),
  ])

const orderLine = (order: OrderRow): string =>
  csvLine([
    order.orderNumber,
    order.side,
    order.life,
    micro(priceAfterConcession(order.price, order.concessionBps)),
    micro(order.total),
    micro(order.available),
    micro(order.inTrade),
    micro(order.dealt),
    micro(order.returned),
    micro(order.minQuantity),
    micro(order.maxQuantity),
    order.networks.join(' '),
    iso(order.createdAt),
    iso(order.endedAt),
  ])

/** Yields every row of a list, page by page: an export is never held in memory as a whole. */
async function* everyRow<T>(next: (page: Page) => Promise<Paged<T>>): AsyncGenerator<T[]> {
  let cursor: string[] | null = null
  do {
    const page: Paged<T> = await next({ cursor, limit: ROWS_AT_ONCE })
    yield page.rows
    cursor = page.next
  } while (cursor !== null)
}

async function* tradeTable(
  database: Database,
  { nicknames }: Pick<OtcDeps, 'nicknames'>,
  memberId: string,
  locale: Locale,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(tradeHead[locale])
  for await (const rows of everyRow(page => tradesPage(database, memberId, {}, page))) {
    const other = (row: TradeRow) => (row.buyerId === memberId ? row.sellerId : row.buyerId)
    const names = await nicknames(database, [...new Set(rows.map(other))])
    for (const row of rows) yield tradeLine(row, memberId, names.get(other(row)) ?? '')
  }
}

async function* orderTable(
  database: Database,
  memberId: string,
  locale: Locale,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(orderHead[locale])
  for await (const rows of everyRow(page => ownOrdersPage(database, memberId, {}, page)))
    for (const row of rows) yield orderLine(row)
}

/** Streams the caller's own trades and orders as CSV. */
export const exportPlugin =
  (
    { database, rateLimitScale }: { database: Database; rateLimitScale: number },
    context: Pick<OtcDeps, 'nicknames'>,
    auth: Pick<Auth, 'authenticate'>,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    const limits = openLimits(rateLimitScale, sharedCountsOf(database))
    const offer = (
      path: string,
      name: string,
      table: (memberId: string, locale: Locale) => AsyncGenerator<string>,
    ) =>
      app.get(path, async (request, reply) => {
        const { memberId } = await auth.authenticate(bearerOf(request))
        await limits(exportAct, request.ip, memberId)
        return reply
          .header('Content-Type', 'text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${name}.csv"`)
          .send(Readable.from(table(memberId, localeOf(request.headers['accept-language']))))
      })
    offer(tradeExportPath, 'trades', (memberId, locale) =>
      tradeTable(database, context, memberId, locale),
    )
    offer(orderExportPath, 'orders', (memberId, locale) => orderTable(database, memberId, locale))
  }
