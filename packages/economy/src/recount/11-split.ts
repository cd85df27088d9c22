import type { SettlementResult } from '../settlement/result.ts'
import { priceOf, type RecountInput } from './input.ts'
import type { Vault } from './vault.ts'

/** Recomputes step 11. */
export function splitAgain(
  { parameters: rules }: RecountInput,
  vault: Vault,
): SettlementResult['split'] {
  const before = vault.of('outstanding')
  const first = BigInt(rules.firstPrice)
  const priceBefore = priceOf(vault.of('reserve'), before, first).down
  if (before === 0n || priceBefore < BigInt(rules.splitTriggerPrice)) return null
  const multiple = rules.splitMultiple
  vault.add('outstanding', before * BigInt(multiple - 1))
  const after = vault.of('outstanding')
  const priceAfter = priceOf(vault.of('reserve'), after, first).down
  return { multiple, before, after, priceBefore, priceAfter }
}
