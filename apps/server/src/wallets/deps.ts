import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** What the wallets need of other modules; all amounts are micro-USDT, prices micro-USDT a coin. */
export interface WalletDeps {
  ledger: Ledger
  prices: { guide(database: Database): Promise<{ price: bigint; exitPrice: bigint }> }
  /** What a member sent to sellers and received from buyers, outside the platform. */
  marketPayments(database: Database, memberId: string): Promise<{ paid: bigint; got: bigint }>
  limits: {
    trading(database: Database, memberIds: readonly string[]): Promise<Map<string, bigint>>
    subscription(
      database: Database,
      memberIds: readonly string[],
    ): Promise<Map<string, { purchasable: bigint; maxInvestment: bigint }>>
  }
}
