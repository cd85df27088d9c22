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
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { depthOf, type Level, lastDealPrice, marketCursor, marketPage } from './order-lists.ts'
import { conditionsOf, findOrder, type OrderRow } from './order-store.ts'
import { presentMarketOrder } from './present-order.ts'
import { noReputation, shownReputations, standingsOf } from './reputation.ts'
import { otcTerms } from './terms.ts'
import type { OtcNeighbours } from './world.ts'

const shown = (amount: bigint): string => formatAmount(amount, 2)

/** The calls of whoever looks at the market. */
export function marketRoutes(database: Database, world: OtcNeighbours): Route[] {
  return [
    route(market, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, marketCursor(query.sort), locale),
        limit: query.limit,
      }
      const guidePrice = await world.guidePrice(database)
      const wanted = {
        ...{ side: query.side, network: query.network, guidePrice },
        quantity: query.quantity === undefined ? undefined : parseAmount(query.quantity),
        payment: query.payment === undefined ? undefined : parseAmount(query.payment),
      }
      const { rows, next } = await marketPage(database, wanted, query.sort, page)
      const band = priceBand(guidePrice, otcTerms.bandBps)
      const last = await lastDealPrice(database)
      return {
        items: await presentAll(database, world, rows, { memberId: caller.memberId, guidePrice }),
        nextCursor: next && writeCursor(next),
        guidePrice: shown(guidePrice),
        bandLow: shown(band.low),
        bandHigh: shown(band.high),
        lastDealPrice: last === null ? null : shown(last),
      }
    }),

    route(getMarketOrder, async ({ params, caller }) => {
      const order = await findOrder(database, uuidOf(params.id))
      if (order?.life !== 'open' || order.available === 0n) return refuse('notFound')
      const guidePrice = await world.guidePrice(database)
      const viewer = { memberId: caller.memberId, guidePrice }
      return (await presentAll(database, world, [order], viewer))[0] as MarketOrderView
    }),

    route(marketDepth, async () => {
      const guidePrice = await world.guidePrice(database)
      const [sell, buy] = [
        await depthOf(database, 'sell', guidePrice),
        await depthOf(database, 'buy', guidePrice),
      ]
      return { guidePrice: shown(guidePrice), sell: sell.map(levelOf), buy: buy.map(levelOf) }
    }),
  ]
}

const levelOf = ({ price, quantity, orders }: Level) => ({
  price: shown(price),
  quantity: shown(quantity),
  orders,
})

/** Orders with their owners' names and reputation, and what bars this viewer, in a fixed number of queries. */
async function presentAll(
  database: Database,
  world: OtcNeighbours,
  rows: OrderRow[],
  { memberId, guidePrice }: { memberId: string; guidePrice: bigint },
): Promise<MarketOrderView[]> {
  const owners = [...new Set(rows.map(row => row.memberId))]
  const names = await world.nicknames(database, owners)
  const known = await shownReputations(world, database, owners)
  const asked = rows.some(row => !asksNothing(conditionsOf(row)))
  const standings = asked ? await standingsOf(database, world, [memberId], 'shown') : null
  const viewer = {
    memberId,
    standing: standings?.get(memberId) ?? null,
    blocked: await world.blockedAmong(database, memberId, owners),
  }
  return rows.map(row =>
    presentMarketOrder(
      row,
      {
        nickname: names.get(row.memberId) ?? '',
        reputation: known.get(row.memberId) ?? noReputation,
      },
      { viewer, guidePrice },
    ),
  )
}
