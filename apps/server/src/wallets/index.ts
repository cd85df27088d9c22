import type { AnswerOf, walletSummary } from '@banyan/domain'
import type { Module, Platform } from '../platform/module.ts'
import type { WalletDeps } from './deps.ts'
import { walletRoutes, wealthOf } from './routes.ts'

export interface Wallets {
  module: Module
  /** A member's balances per asset and their value, as the member reads them. */
  wealth(memberId: string): Promise<Pick<AnswerOf<typeof walletSummary>, 'assets' | 'totalValue'>>
}

/**
 * A member's balances, their value, the limits, and the statement. The module stores nothing
 * itself.
 */
export const openWallets = ({ database }: Platform, deps: WalletDeps): Wallets => ({
  module: { routes: walletRoutes(database, deps) },
  wealth: memberId => wealthOf(database, deps, memberId),
})
