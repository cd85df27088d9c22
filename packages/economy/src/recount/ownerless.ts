import type { Vault } from './vault.ts'

/** Moves R to RISK when no coin is left; returns the amount. */
export function ownerlessToRisk(vault: Vault): bigint {
  if (vault.of('outstanding') !== 0n) return 0n
  const amount = vault.of('reserve')
  vault.move('reserve', 'risk', amount)
  return amount
}
