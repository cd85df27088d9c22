import type { Accounts } from './accounts.ts'

/** Moves R to RISK when no coin is left; returns the amount. */
export function ownerlessToRisk(accounts: Accounts): bigint {
  if (accounts.of('outstanding') !== 0n) return 0n
  const amount = accounts.of('reserve')
  accounts.move('reserve', 'risk', amount)
  return amount
}
