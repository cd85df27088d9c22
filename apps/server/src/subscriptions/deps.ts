import type { InvestmentStop } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Pricing } from '../pricing/index.ts'
import type { OrderContext } from './orders.ts'
import type { PauseDeps } from './pause.ts'

/** The dependencies of the module: the books, the prices, the prompts that orders answer, and the stops of new money. */
export interface SubscriptionDeps extends OrderContext, PauseDeps {
  pricing: Pick<Pricing, 'guide'>
  /** Why a member cannot subscribe now; null when they can. */
  stopFor(reader: Database | Tx, memberId: string): Promise<InvestmentStop | null>
  /** Whether a call is refused because the platform is being wound down. */
  isWoundDown(reader: Database | Tx, call: string): Promise<boolean>
}
