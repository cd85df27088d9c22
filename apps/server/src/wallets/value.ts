import { type Asset, assets, floorDiv, ONE } from '@banyan/domain'
import type { Balance } from '../ledger/index.ts'

/** A member's amount of one asset, by place. Micro-units; the value is micro-USDT. */
export interface Holding {
  asset: Asset
  available: bigint
  frozen: bigint
  locked: bigint
  escrow: bigint
  value: bigint
}

/** The value of all holdings, micro-USDT. */
export const worthOf = (holdings: readonly Holding[]): bigint =>
  holdings.reduce((sum, { value }) => sum + value, 0n)

/**
 * A member's holdings, one for each asset, also for an asset without a balance. Money held by an
 * own order counts as frozen, although it stays on the available account. LEAF is worth
 * floor6(quantity × exit price): what the reserve would pay for it now (rule book 2.2, 2.12).
 */
export function holdingsOf(balances: readonly Balance[], exitPrice: bigint): Holding[] {
  return assets.map(asset => {
    const account = (kind: Balance['kind']) =>
      balances.find(balance => balance.asset === asset && balance.kind === kind)
    const frozen = account('available')?.held ?? 0n
    const available = (account('available')?.posted ?? 0n) - frozen
    const locked = account('locked')?.posted ?? 0n
    const escrow = account('escrow')?.posted ?? 0n
    const whole = available + frozen + locked + escrow
    const value = asset === 'USDT' ? whole : floorDiv(whole * exitPrice, ONE)
    return { asset, available, frozen, locked, escrow, value }
  })
}
