import {
  getTrade,
  giveUpTrade,
  payTrade,
  releaseTrade,
  type TradeView,
  tradeList,
  tradeStates,
  tradeStatusOf,
  uuidOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { presentTrade } from './present-trade.ts'
import { reputations } from './reputation.ts'
import { tradesPage } from './trade-lists.ts'
import { findTrade, openStates, type TradeRow, tradeDetails } from './trade-store.ts'
import { giveUp, partyOf, pay, releaseCoin } from './trades.ts'
import { openWhereToPay } from './where-to-pay.ts'
import type { OtcNeighbours } from './world.ts'

/** The market's calls about trades. Nothing is decided here. */
export function tradeRoutes(database: Database, world: OtcNeighbours): Route[] {
  return [
    route(getTrade, async ({ params, caller }) => {
      const trade = await findTrade(database, uuidOf(params.id))
      partyOf(trade, caller.memberId)
      return tradeView(database, world, trade as TradeRow, caller.memberId)
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
      return tradeView(tx, world, await pay(tx, world, caller.memberId, claim), caller.memberId)
    }),

    moneyRoute(giveUpTrade, async (tx, { params, caller }) =>
      tradeView(
        tx,
        world,
        await giveUp(tx, world, caller.memberId, uuidOf(params.id)),
        caller.memberId,
      ),
    ),

    moneyRoute(releaseTrade, async (tx, { params, caller }) =>
      tradeView(
        tx,
        world,
        await releaseCoin(tx, world, caller.memberId, uuidOf(params.id)),
        caller.memberId,
      ),
    ),
  ]
}

/** One trade as this party sees it. */
export async function tradeView(
  reader: Database | Tx,
  world: OtcNeighbours,
  trade: TradeRow,
  viewerId: string,
): Promise<TradeView> {
  return (await presentAll(reader, world, [trade], viewerId))[0] as TradeView
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
