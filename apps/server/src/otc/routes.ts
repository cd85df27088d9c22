import {
  cancelOrder,
  formatAmount,
  getTrade,
  giveUpTrade,
  market,
  networks,
  ownOrders,
  parseAmount,
  payTrade,
  priceBand,
  publishOrder,
  publishTerms,
  releaseTrade,
  type TradeView,
  takeOrder,
  tradeList,
  tradeStates,
  tradeStatusOf,
  uuidOf,
} from '@banyan/domain'
import { tradingLimit } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { lastDealPrice, marketPage, ownOrdersPage, tradesPage } from './lists.ts'
import { cancel, publish, take } from './orders.ts'
import { presentMarketOrder, presentOwnOrder, presentTrade } from './present.ts'
import { noReputation, reputations } from './reputation.ts'
import { findTrade, openStates, sellingFacts, type TradeRow, tradeDetails } from './store.ts'
import { otcTerms } from './terms.ts'
import { giveUp, partyOf, pay, releaseCoin } from './trades.ts'
import { openWhereToPay } from './where-to-pay.ts'
import type { OtcNeighbours } from './world.ts'

/** The market's calls. Nothing is decided here. */
export function otcRoutes(database: Database, world: OtcNeighbours): Route[] {
  const present = async (tx: Database | Tx, trade: TradeRow, viewerId: string) =>
    (await presentAll(tx, world, [trade], viewerId))[0] as TradeView

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
      return present(tx, await take(tx, world, caller.memberId, ask, key), caller.memberId)
    }),

    route(getTrade, async ({ params, caller }) => {
      const trade = await findTrade(database, uuidOf(params.id))
      partyOf(trade, caller.memberId)
      return present(database, trade as TradeRow, caller.memberId)
    }),

    route(tradeList, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['instant', 'uuid'], locale),
        limit: query.limit,
      }
      const { rows, next } = await tradesPage(
        database,
        caller.memberId,
        { side: query.side, states: statesOf(query) },
        page,
      )
      return {
        items: await presentAll(database, world, rows, caller.memberId),
        nextCursor: next && writeCursor(next),
      }
    }),

    moneyRoute(payTrade, async (tx, { params, body, caller }) => {
      const claim = {
        tradeId: uuidOf(params.id),
        uploadIds: body.vouchers.map(uuidOf),
        hash: body.hash,
      }
      return present(tx, await pay(tx, world, caller.memberId, claim), caller.memberId)
    }),

    moneyRoute(giveUpTrade, async (tx, { params, caller }) =>
      present(tx, await giveUp(tx, world, caller.memberId, uuidOf(params.id)), caller.memberId),
    ),

    moneyRoute(releaseTrade, async (tx, { params, caller }) =>
      present(
        tx,
        await releaseCoin(tx, world, caller.memberId, uuidOf(params.id)),
        caller.memberId,
      ),
    ),
  ]
}

function statesOf(query: {
  status?: string | undefined
  open?: string | undefined
}): TradeRow['state'][] | undefined {
  if (query.status === undefined && query.open === undefined) return undefined
  const isOpen = (state: TradeRow['state']) => (openStates as readonly string[]).includes(state)
  return tradeStates.filter(
    state =>
      (query.status === undefined || tradeStatusOf[state] === query.status) &&
      (query.open === undefined || isOpen(state) === (query.open === 'true')),
  )
}

/** Trades with their time lines, vouchers and names, in a fixed number of queries. */
async function presentAll(
  database: Database | Tx,
  world: OtcNeighbours,
  trades: TradeRow[],
  viewerId: string,
): Promise<TradeView[]> {
  const memberIds = [...new Set(trades.flatMap(trade => [trade.sellerId, trade.buyerId]))]
  const names = await world.nicknames(database, memberIds)
  const known = await reputations(database, memberIds)
  const { events, vouchers } = await tradeDetails(
    database,
    trades.map(trade => trade.id),
  )
  const now = await houseNow(database)
  return trades.map(trade =>
    presentTrade({
      trade,
      whereToPay: openWhereToPay(world.sealing, trade),
      viewerId,
      now,
      events: events.filter(one => one.tradeId === trade.id),
      vouchers: vouchers.filter(one => one.tradeId === trade.id),
      nickname: id => names.get(id) ?? '',
      finishedTrades: id => known.get(id)?.finishedTrades ?? 0,
    }),
  )
}
