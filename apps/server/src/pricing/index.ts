import type { Backing, Parameters, Period } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { Platform, Room } from '../platform/room.ts'
import { type Guide, guideOf } from './guide.ts'
import { pricingRoutes } from './routes.ts'
import type { SplitBooks } from './splits.ts'
import { insertPrice, newestPrices } from './store.ts'

export type { Guide } from './guide.ts'

/** What a settlement publishes: R and N after it, and the prices they make. */
export interface Publication extends Backing {
  period: Period
  price: bigint
  exitPrice: bigint
}

export interface Pricing {
  room: Room
  /** The guide price in force. */
  guide(database: Database | Tx): Promise<Guide>
  /** Publishes a period's price and tells everyone. A period has one price, for ever. */
  publish(tx: Tx, publication: Publication): Promise<void>
}

/** What the room is handed: the books of splits, and the numbers of the rule book in force. */
export interface PricingNeighbours {
  ledger: SplitBooks
  parameters(reader: Database | Tx): Promise<Parameters>
}

/** The guide price: published by settlements, read by everyone. */
export function openPricing(platform: Platform, neighbours: PricingNeighbours): Pricing {
  return {
    room: { routes: pricingRoutes(platform.database, neighbours) },
    guide: async database => {
      const [newest] = await newestPrices(database, 1)
      // The rule book's price counts before the first settlement only.
      const { price, exitPrice, publishedAt } =
        newest ?? guideOf(undefined, (await neighbours.parameters(database)).firstPrice)
      return { price, exitPrice, publishedAt }
    },
    publish: async (tx, { period, price, exitPrice, reserve, outstanding }) => {
      const publishedAt = await houseNow(tx)
      await insertPrice(tx, { period, price, exitPrice, reserve, outstanding, publishedAt })
      await announce(tx, [{ memberId: null, topic: 'pricing', subject: null }])
    },
  }
}
