import type { SettlementResult } from '../settlement/result.ts'
import type { Accounts } from './accounts.ts'
import { priceOf, type RecountInput } from './input.ts'

/** Recomputes step 11. */
export function splitAgain(
  { parameters: rules }: RecountInput,
  accounts: Accounts,
): SettlementResult['split'] {
  const before = accounts.of('outstanding')
  const first = BigInt(rules.firstPrice)
  const priceBefore = priceOf(accounts.of('reserve'), before, first).down
  if (before === 0n || priceBefore < BigInt(rules.splitTriggerPrice)) return null
  const multiple = rules.splitMultiple
  accounts.add('outstanding', before * BigInt(multiple - 1))
  const after = accounts.of('outstanding')
  const priceAfter = priceOf(accounts.of('reserve'), after, first).down
  return { multiple, before, after, priceBefore, priceAfter }
}
