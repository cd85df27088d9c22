import * as domain from '@banyan/domain'
import { nextCutoff } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import type { ExchangeNeighbours } from './index.ts'
import { cancelExchange, placeExchange } from './orders.ts'
import { presentExchange } from './present.ts'
import { salesPage } from './sales.ts'
import { exchangePage } from './store.ts'

/** The calls of exchanges. Payment password and key have been checked by the dispatcher. */
export function exchangeRoutes(database: Database, neighbours: ExchangeNeighbours): Route[] {
  const { ledger, pricing, market, parameters } = neighbours
  return [
    route(domain.exchangeTerms, async ({ caller }) => {
      const coins = await ledger.balance(database, memberAccount(caller.memberId, 'LEAF'))
      const p = await parameters(database)
      return {
        exitPrice: domain.formatAmount((await pricing.guide(database)).exitPrice, 6),
        feeBps: p.exchangeFeeBps,
        minimum: domain.formatAmount(p.exchangeMinimumLeaf),
        available: domain.formatAmount(coins.posted - coins.held),
        nextCutoff: nextCutoff(await houseNow(database)).toISOString(),
      }
    }),
    moneyRoute(domain.placeExchange, (tx, { caller, body }, key) => {
      const quantity = domain.parseAmount(body.quantity)
      return placeExchange(neighbours, tx, { memberId: caller.memberId, quantity, key })
    }),
    moneyRoute(domain.cancelExchange, (tx, { caller, params }) =>
      cancelExchange(ledger, tx, caller.memberId, domain.uuidOf(params.id)),
    ),
    route(domain.exchangeList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const page = { after, limit: query.limit }
      const rows = await exchangePage(database, caller.memberId, query.status, page)
      const now = await houseNow(database)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(row => presentExchange(row, now)),
        nextCursor: last ? writeCursor([last.placedAt.toISOString(), last.id]) : null,
      }
    }),
    route(domain.saleRecords, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const { type, limit } = query
      const page = await salesPage(database, market, caller.memberId, { after, limit, type })
      return { items: page.items, nextCursor: page.next && writeCursor(page.next) }
    }),
  ]
}
