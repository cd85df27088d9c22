import * as domain from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import type { RedemptionDeps } from './deps.ts'
import { presenter } from './present.ts'
import { cancelRedemption, requestRedemption } from './request.ts'
import { salesPage } from './sales.ts'
import { redemptionPage } from './store.ts'
import { termsOf } from './terms.ts'

/** The endpoints of redemptions. The dispatcher has checked payment password and key. */
export function redemptionRoutes(database: Database, deps: RedemptionDeps): Route[] {
  return [
    route(domain.redemptionTerms, ({ caller }) => termsOf(deps, database, caller.memberId)),
    moneyRoute(domain.requestExchange, (tx, { caller: { memberId }, body }, key) => {
      const quantity = domain.parseAmount(body.quantity)
      const wanted = { kind: 'exchange' as const, quantity }
      return requestRedemption(deps, tx, { memberId, key, wanted })
    }),
    moneyRoute(domain.requestUndo, (tx, { caller: { memberId } }, key) =>
      requestRedemption(deps, tx, { memberId, key, wanted: { kind: 'undo' } }),
    ),
    moneyRoute(domain.cancelRedemption, (tx, { caller, params }) =>
      cancelRedemption(deps, tx, caller.memberId, domain.uuidOf(params.id)),
    ),
    route(domain.redemptionList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const page = { after, limit: query.limit }
      const rows = await redemptionPage(database, caller.memberId, query.status, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(await presenter(deps, database)),
        nextCursor: last ? writeCursor([last.askedAt.toISOString(), last.id]) : null,
      }
    }),
    route(domain.saleRecords, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const { type, limit } = query
      const { market } = deps
      const page = await salesPage(database, market, caller.memberId, { after, limit, type })
      return { items: page.items, nextCursor: page.next && writeCursor(page.next) }
    }),
  ]
}
