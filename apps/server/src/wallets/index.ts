import type { Module, Platform } from '../platform/module.ts'
import type { WalletDeps } from './deps.ts'
import { type Wealth, walletRoutes, wealthOf } from './routes.ts'

export interface Wallets {
  module: Module
  /** A member's balances per asset and their value, as the member reads them. */
  wealth(memberId: string): Promise<Wealth>
}

/**
 * A member's balances, their value, the limits, and the statement. The module stores nothing
 * itself.
 */
export const openWallets = ({ database }: Platform, deps: WalletDeps): Wallets => ({
  module: { routes: walletRoutes(database, deps) },
  wealth: async memberId => {
    const [balances, guide] = await Promise.all([
      deps.ledger.balances(database, memberId),
      deps.prices.guide(database),
    ])
    return wealthOf(balances, guide)
  },
})
