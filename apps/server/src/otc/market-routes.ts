import {
  asksNothing,
  formatAmount,
  getMarketOrder,
  type MarketOrderView,
  market,
  marketDepth,
  parseAmount,
  priceBand,
  uuidOf,
} from '@banyan/domain'
import { Batches, readForAll } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import {
  depthOf,
  type Level,
  lastDealPrice,
  leftOutByAmount,
  marketCursor,
  marketPage,
} from './order-lists.ts'
import { conditionsOf, findOrder, type OrderRow } from './order-store.ts'
import { barrierOf, presentMarketOrder, type Viewer } from './present-order.ts'
import { noReputation, shownReputations, standingsOf } from './reputation.ts'
import { newcomersMostOf } from './takers.ts'
import { measureNow } from './terms.ts'

const shown = (amount: bigint): string => formatAmount(amount, 2)

/**
 * The routes for reading the market. The part that is the same for everybody is read once for all
 * callers of the same moment. The barriers that keep a caller from an order are read together for
 * those who look at once.
 */
export function marketRoutes(database: Database, context: OtcDeps): Route[] {
  const pages = readForAll((wanted: Wanted) => readPage(database, context, wanted))
  const depths = readForAll(async () => {
    const measure = await measureNow(context, database)
    const [sell, buy] = [
      await depthOf(database, 'sell', measure),
      await depthOf(database, 'buy', measure),
    ]
    return { guidePrice: shown(measure.guidePrice), sell: sell.map(levelOf), buy: buy.map(levelOf) }
  })
  const viewers = new Batches<Visit, Viewer>(async (_, visits) =>
    (await viewersOf(database, context, visits)).map(value => ({ value })),
  )
  const meetAs = async (memberId: string, orders: readonly OrderWithOwner[]) => {
    const viewer = await viewers.ask('viewers', { memberId, rows: orders.map(one => one.row) })
    return meet(viewer, orders)
  }
  return [
    route(market, async ({ query, caller, locale }) => {
      const cursor = readCursor(query.cursor, marketCursor(query.sort), locale)
      const { orders, ...page } = await pages.ask(JSON.stringify(query), { query, cursor })
      return { items: await meetAs(caller.memberId, orders), ...page }
    }),

    route(getMarketOrder, async ({ params, caller }) => {
      const order = await findOrder(database, uuidOf(params.id))
      if (order?.life !== 'open' || order.available === 0n) return refuse('notFound')
      const orders = await present(database, context, [order], await context.guidePrice(database))
      return (await meetAs(caller.memberId, orders))[0] as MarketOrderView
    }),

    route(marketDepth, () => depths.ask('depth', null)),
  ]
}

/** A page of the market, as a caller requested it. */
interface Wanted {
  query: Call<typeof market>['query']
  cursor: string[] | null
}

async function readPage(database: Database, context: OtcDeps, { query, cursor }: Wanted) {
  const measure = await measureNow(context, database)
  const { guidePrice, inForce } = measure
  const wanted = {
    side: query.side,
    network: query.network,
    ...measure,
    quantity: query.quantity === undefined ? undefined : parseAmount(query.quantity),
    payment: query.payment === undefined ? undefined : parseAmount(query.payment),
  }
  const page = { cursor, limit: query.limit }
  const { rows, next } = await marketPage(database, wanted, query.sort, page)
  const band = priceBand(guidePrice, inForce.bandBps)
  const last = await lastDealPrice(database)
  return {
    orders: await present(database, context, rows, guidePrice),
    nextCursor: next && writeCursor(next),
    leftOut: await leftOutByAmount(database, wanted),
    guidePrice: shown(guidePrice),
    bandLow: shown(band.low),
    bandHigh: shown(band.high),
    lastDealPrice: last === null ? null : shown(last),
  }
}

const levelOf = ({ price, quantity, orders }: Level) => ({
  price: shown(price),
  quantity: shown(quantity),
  orders,
})

/** An order with the data that everybody sees of it. */
interface OrderWithOwner {
  row: OrderRow
  view: Omit<MarketOrderView, 'barrier' | 'newcomersMost'>
}

/** Adds owners' names and reputation to orders, in a fixed number of queries. */
async function present(
  database: Database,
  context: OtcDeps,
  rows: readonly OrderRow[],
  guidePrice: bigint,
): Promise<OrderWithOwner[]> {
  const owners = [...new Set(rows.map(row => row.memberId))]
  const names = await context.nicknames(database, owners)
  const known = await shownReputations(context, database, owners)
  return rows.map(row => {
    const nickname = names.get(row.memberId) ?? ''
    const reputation = known.get(row.memberId) ?? noReputation
    return { row, view: presentMarketOrder(row, { nickname, reputation }, guidePrice) }
  })
}

/** A member who looks at orders. */
interface Visit {
  memberId: string
  rows: readonly OrderRow[]
}

/** What bars these members from the orders that they look at, in a fixed number of queries. */
async function viewersOf(
  database: Database,
  context: OtcDeps,
  visits: readonly Visit[],
): Promise<Viewer[]> {
  const rows = [...new Map(visits.flatMap(one => one.rows.map(row => [row.id, row]))).values()]
  const memberIds = [...new Set(visits.map(one => one.memberId))]
  const anyConditions = rows.some(row => !asksNothing(conditionsOf(row)))
  const standings = anyConditions ? await standingsOf(database, context, memberIds, 'shown') : null
  const owners = [...new Set(rows.map(row => row.memberId))]
  const blocked = await context.blockedAmong(database, memberIds, owners)
  const limited = await newcomersMostOf(database, context, memberIds, rows)
  return visits.map(({ memberId }) => ({
    memberId,
    standing: standings?.get(memberId) ?? null,
    blocked: blocked.get(memberId) ?? new Set(),
    newcomersMost: limited?.newcomers.has(memberId) ? limited.most : null,
  }))
}

/** Orders as this viewer sees them. */
const meet = (viewer: Viewer, orders: readonly OrderWithOwner[]): MarketOrderView[] =>
  orders.map(({ row, view }) => {
    const most = viewer.newcomersMost?.get(row.id)
    return {
      ...view,
      barrier: barrierOf(row, viewer),
      newcomersMost: most === undefined ? null : formatAmount(most, 2),
    }
  })
