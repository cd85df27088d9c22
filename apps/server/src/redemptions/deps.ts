import type { Parameters } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { MarketSales } from './sales.ts'

/** The dependencies of the module: the books, the prices, members' first fills, and their sales on the market. */
export interface RedemptionDeps extends Pick<Subscriptions, 'firstFill'> {
  ledger: Ledger
  pricing: Pick<Pricing, 'guide'>
  /** The numbers of the rule book in force. */
  parameters(reader: Database | Tx): Promise<Parameters>
  market: MarketSales
}
