import {
  cancelOrder,
  formatAmount,
  market,
  networks,
  ownOrders,
  parseAmount,
  priceBand,
  publishOrder,
  publishTerms,
  takeOrder,
  uuidOf,
} from '@banyan/domain'
import { tradingLimit } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { lastDealPrice, marketPage, ownOrdersPage } from './order-lists.ts'
import { sellingFacts } from './order-store.ts'
import { cancel, publish, take } from './orders.ts'
import { presentMarketOrder, presentOwnOrder } from './present-order.ts'
import { noReputation, reputations } from './reputation.ts'
import { otcTerms } from './terms.ts'
import { tradeView } from './trade-routes.ts'
import type { OtcNeighbours } from './world.ts'

/** The market's calls about orders. Nothing is decided here. */
export function orderRoutes(database: Database, world: OtcNeighbours): Route[] {
  return [
    route(market, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['integer', 'instant', 'uuid'], locale),
        limit: query.limit,
      }
      const { rows, next } = await marketPage(database, { network: query.network }, page)
      const sellerIds = [...new Set(rows.map(row => row.memberId))]
      const names = await world.nicknames(database, sellerIds)
      const known = await reputations(database, sellerIds)
      const guidePrice = await world.guidePrice(database)
      const band = priceBand(guidePrice, otcTerms.bandBps)
      const last = await lastDealPrice(database)
      return {
        items: rows.map(row =>
          presentMarketOrder(
            row,
            {
              nickname: names.get(row.memberId) ?? '',
              reputation: known.get(row.memberId) ?? noReputation,
            },
            caller.memberId,
          ),
        ),
        nextCursor: next && writeCursor(next),
        guidePrice: formatAmount(guidePrice, 2),
        bandLow: formatAmount(band.low, 2),
        bandHigh: formatAmount(band.high, 2),
        lastDealPrice: last === null ? null : formatAmount(last, 2),
      }
    }),

    route(publishTerms, async ({ caller }) => {
      const guidePrice = await world.guidePrice(database)
      const since = new Date((await houseNow(database)).getTime() - otcTerms.tradingWindowMs)
      const facts = await sellingFacts(database, caller.memberId, since)
      const receiving = await world.receivingAccount(database, caller.memberId)
      const { sells } = await world.freezes(database, caller.memberId)
      const { posted, held } = await world.ledger.balance(database, {
        owner: caller.memberId,
        asset: 'LEAF',
        kind: 'available',
      })
      const band = priceBand(guidePrice, otcTerms.bandBps)
      return {
        guidePrice: formatAmount(guidePrice, 2),
        bandLow: formatAmount(band.low, 2),
        bandHigh: formatAmount(band.high, 2),
        feeBps: otcTerms.feeBps,
        minQuantity: formatAmount(otcTerms.minOrderQuantity),
        maxConcessionBps: otcTerms.maxConcessionBps,
        openOrders: facts.openOrders,
        maxOpenOrders: otcTerms.maxOpenOrders,
        tradingLimit: formatAmount(tradingLimit({ ...facts, guidePrice }), 2),
        available: formatAmount(posted - held, 2),
        networks: networks.filter(network => receiving?.[network === 'BSC' ? 'bsc' : 'tron']),
        paymentWindowMs: otcTerms.paymentWindowMs,
        releaseWindowMs: otcTerms.releaseWindowMs,
        frozenUntil: sells?.until.toISOString() ?? null,
      }
    }),

    moneyRoute(publishOrder, async (tx, { body, caller }, key) => {
      const order = await publish(
        tx,
        world,
        caller.memberId,
        {
          quantity: parseAmount(body.quantity),
          price: parseAmount(body.price),
          minQuantity: parseAmount(body.minQuantity),
          maxQuantity: parseAmount(body.maxQuantity),
          concessionBps: body.concessionBps,
          networks: [...new Set(body.networks)],
        },
        key,
      )
      return presentOwnOrder(order)
    }),

    route(ownOrders, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['instant', 'uuid'], locale),
        limit: query.limit,
      }
      const open = query.open === undefined ? undefined : query.open === 'true'
      const { rows, next } = await ownOrdersPage(database, caller.memberId, { open }, page)
      return { items: rows.map(presentOwnOrder), nextCursor: next && writeCursor(next) }
    }),

    moneyRoute(cancelOrder, async (tx, { params, caller }) =>
      presentOwnOrder(await cancel(tx, world, caller.memberId, uuidOf(params.id))),
    ),

    moneyRoute(takeOrder, async (tx, { params, body, caller }, key) => {
      const ask = {
        orderId: uuidOf(params.id),
        quantity: parseAmount(body.quantity),
        network: body.network,
        version: body.version,
      }
      return tradeView(tx, world, await take(tx, world, caller.memberId, ask, key), caller.memberId)
    }),
  ]
}
