import { formatAmount, guidePrice } from '@banyan/domain'
import { cutoffOf, nextCutoff } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import { guideOf } from './guide.ts'
import { newestPrices } from './store.ts'

/** Settlements that the chart shows. */
const HISTORY = 90

export const pricingRoutes = (database: Database): Route[] => [
  route(guidePrice, async () => {
    const rows = await newestPrices(database, HISTORY)
    const guide = guideOf(rows[0])
    return {
      price: formatAmount(guide.price, 6),
      exitPrice: formatAmount(guide.exitPrice, 6),
      publishedAt: guide.publishedAt?.toISOString() ?? null,
      nextCutoff: nextCutoff(await houseNow(database)).toISOString(),
      history: rows.reverse().map(row => ({
        at: cutoffOf(row.period).toISOString(),
        price: formatAmount(row.price, 6),
      })),
    }
  }),
]
