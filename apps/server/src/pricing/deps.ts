import type { Parameters } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { SplitBooks } from './splits.ts'

/** What the module is opened with: the books of splits, and the numbers of the rule book in force. */
export interface PricingDeps {
  ledger: SplitBooks
  parameters(reader: Database | Tx): Promise<Parameters>
}
