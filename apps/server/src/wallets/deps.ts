import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** What the wallets need of other modules; all amounts are micro-USDT, prices micro-USDT a coin. */
export interface WalletDeps {
  ledger: Ledger
  prices: { guide(database: Database): Promise<{ price: bigint; exitPrice: bigint }> }
  /** What a member sent to sellers and received from buyers, outside the platform. */
  marketPayments(database: Database, memberId: string): Promise<{ paid: bigint; got: bigint }>
  limits: {
    tradingLimit(database: Database, memberId: string): Promise<bigint>
    subscription(
      database: Database,
      memberId: string,
    ): Promise<{ purchasable: bigint; maxInvestment: bigint }>
  }
}
