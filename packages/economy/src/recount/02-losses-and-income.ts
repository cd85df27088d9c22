import { incomeAgain } from './02-income.ts'
import { shareAgain } from './02-sharing.ts'
import type { RecountInput } from './input.ts'
import { ownerlessToRisk } from './ownerless.ts'
import type { Vault } from './vault.ts'

/**
 * Recomputes step 2: the loss, what came in, what the dynamic pool gives back, and R without coins.
 */
export function beginAgain(input: RecountInput, vault: Vault) {
  const shortfall = vault.of('shortfall')
  let left = shortfall
  const bear = (account: 'risk' | 'ops' | 'income' | 'poolStatic' | 'reserve'): bigint => {
    const borne = vault.drain(account, left)
    left -= borne
    return borne
  }
  const losses = {
    shortfall,
    risk: bear('risk'),
    ops: bear('ops'),
    ...(vault.hasIncome && { income: bear('income') }),
    poolStatic: bear('poolStatic'),
    reserve: bear('reserve'),
    left,
  }
  vault.add('shortfall', left - shortfall)
  const shared = input.sharing ? shareAgain(left, vault.of('poolDynamic'), input.sharing) : null
  if (shared) {
    vault.add('shortfall', -shared.sharing.shared)
    vault.add('poolDynamic', -shared.sharing.poolDynamic)
    vault.add('risk', shared.sharing.dust)
  }

  const income = incomeAgain(input, vault)

  const due = (owing: string): bigint => BigInt(owing) - (shared?.partOf(BigInt(owing)) ?? 0n)
  const dynamicOff = due(input.carried.dynamicOff)
  const staffShare = due(input.carried.staffShare)
  vault.move('poolDynamic', 'reserve', dynamicOff + staffShare)
  const spare = vault.of('poolDynamic') - BigInt(input.carried.reserved)
  const surplus = isLastOfMonth(input.period) && spare > 0n ? spare : 0n
  vault.move('poolDynamic', 'reserve', surplus)
  const returned = { surplus, dynamicOff, staffShare }
  return { losses, sharing: shared?.sharing, income, returned, ownerless: ownerlessToRisk(vault) }
}

/** The day after it is a first. */
function isLastOfMonth(period: string): boolean {
  const [year, month, day] = period.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day + 1)).getUTCDate() === 1
}
