import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** What the wallets ask of other rooms; all amounts are micro-USDT, prices micro-USDT a coin. */
export interface WalletDeps {
  ledger: Ledger
  prices: { guide(database: Database): Promise<{ price: bigint; exitPrice: bigint }> }
  /** What a member sent to sellers and got from buyers, outside the house. */
  marketPayments(database: Database, memberId: string): Promise<{ paid: bigint; got: bigint }>
  limits: {
    tradingLimit(database: Database, memberId: string): Promise<bigint>
    subscription(
      database: Database,
      memberId: string,
    ): Promise<{ purchasable: bigint; maxInvestment: bigint }>
  }
}
