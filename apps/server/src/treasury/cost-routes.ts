import { costList, formatAmount, parseAmount, unbookedCosts } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import { costsPage, unbookedPayments } from './cost-store.ts'
import { type CostContext, lostPayments, opsHeld, shownCosts, showPayments } from './costs.ts'

const LISTED = 100

/** The public list of costs, and the payments that could be booked as such. */
export const costRoutes = (
  database: Database,
  context: Pick<CostContext, 'ledger' | 'transfers' | 'unbookedMissing'>,
): Route[] => [
  route(costList, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
    const rows = await costsPage(database, { after, limit: query.limit })
    const page = rows.slice(0, query.limit)
    const last = rows.length > page.length ? page.at(-1) : undefined
    const shown = await shownCosts(context.transfers, database, page)
    return {
      items: shown.map(({ row, transfer }) => ({
        ...transfer,
        payee: row.payee,
        reference: row.reference,
        evidence: row.evidence,
        document: row.document.toString('hex'),
        bookedAt: bookedOf(row.bookedAt).toISOString(),
      })),
      nextCursor: last ? writeCursor([bookedOf(last.bookedAt).toISOString(), last.id]) : null,
    }
  }),

  operatorRoute(unbookedCosts, async () => {
    const payments = await unbookedPayments(database, LISTED)
    const isLost = await lostPayments(context, database)
    const shown = await showPayments(
      context.transfers,
      database,
      new Map(payments.map(one => [one.transferId, one])),
    )
    return {
      items: payments
        .flatMap(({ transferId }) => shown.get(transferId) ?? [])
        .filter(
          ({ amount, blockAt }) =>
            !isLost({ amount: parseAmount(amount), blockAt: new Date(blockAt) }),
        ),
      ops: formatAmount(await opsHeld(context.ledger, database)),
    }
  }),
]

function bookedOf(at: Date | null): Date {
  if (at === null) throw new Error('a cost of the list is not booked')
  return at
}
