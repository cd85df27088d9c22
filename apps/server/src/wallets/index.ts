import type { Module, Platform } from '../platform/module.ts'
import type { WalletDeps } from './deps.ts'
import { walletRoutes } from './routes.ts'

/**
 * A member's balances, their value, the limits, and the statement. The module stores nothing
 * itself.
 */
export const openWallets = ({ database }: Platform, deps: WalletDeps): { module: Module } => ({
  module: { routes: walletRoutes(database, deps) },
})
