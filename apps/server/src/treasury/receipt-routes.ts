import { formatAmount, receiptList, receiptTotals } from '@banyan/domain'
import type { z } from 'zod'
import type { Receipts } from '../deposits/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import { type Booking, bookingsOf } from './receipt-store.ts'

/** The public list of receipts: what the chain shows, and how two people classified it; its totals for operators. */
export const receiptRoutes = (database: Database, receipts: Receipts): Route[] => [
  route(receiptList, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
    const rows = await receipts.page(database, filterOf(query), { after, limit: query.limit })
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const booked = await bookingsOf(
      database,
      shown.map(({ row }) => row.id),
    )
    return {
      items: shown.map(({ row, wire }) => ({
        ...wire,
        booked: presentBooking(booked.get(row.id)),
      })),
      nextCursor: last ? writeCursor([last.row.blockAt.toISOString(), last.row.id]) : null,
    }
  }),
  operatorRoute(receiptTotals, async ({ query }) => {
    const { count, amount } = await receipts.totals(database, filterOf(query))
    return { count, amount: formatAmount(amount) }
  }),
]

const filterOf = ({ booked, use }: z.output<typeof receiptTotals.query>) => ({
  booked: booked && booked === 'yes',
  use,
})

const presentBooking = (booking: Booking | undefined) => {
  if (!booking) return null
  const { bookedAt, ...what } = booking
  return { ...what, at: bookedAt.toISOString() }
}
