import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Module, Platform } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { PricePart } from '../settlement/index.ts'
import type { PricingDeps } from './deps.ts'
import { type Guide, guideOf } from './guide.ts'
import { pricingRoutes } from './routes.ts'
import { insertPrice, newestPrice } from './store.ts'

export interface Pricing extends PricePart {
  module: Module
  /** The guide price in force. */
  guide(database: Database | Tx): Promise<Guide>
}

/** The guide price: published by settlements, read by everyone. */
export function openPricing(platform: Platform, deps: PricingDeps): Pricing {
  return {
    module: { routes: pricingRoutes(platform.database, deps) },
    guide: async database => {
      const newest = await newestPrice(database)
      // The rule book's price applies before the first settlement only.
      const { price, exitPrice, publishedAt } =
        newest ?? guideOf(undefined, (await deps.parameters(database)).firstPrice)
      return { price, exitPrice, publishedAt }
    },
    publish: async (tx, { period, price, exitPrice, reserve, outstanding }) => {
      const publishedAt = await systemNow(tx)
      await insertPrice(tx, { period, price, exitPrice, reserve, outstanding, publishedAt })
      await announce(tx, [{ memberId: null, topic: 'pricing', subject: null }])
    },
  }
}
