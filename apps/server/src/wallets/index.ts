import type { Module, Platform } from '../platform/module.ts'
import type { WalletDeps } from './deps.ts'
import { walletRoutes } from './routes.ts'

/** Own balances, their value, the limits, and the statement. It reads and keeps nothing itself. */
export const openWallets = ({ database }: Platform, deps: WalletDeps): { module: Module } => ({
  module: { routes: walletRoutes(database, deps) },
})
