import { incomeAgain } from './02-income.ts'
import { shareAgain } from './02-sharing.ts'
import type { Accounts } from './accounts.ts'
import type { RecountInput } from './input.ts'
import { ownerlessToRisk } from './ownerless.ts'

/**
 * Recomputes step 2: the loss, what came in, what the dynamic pool gives back, and R without coins.
 */
export function beginAgain(input: RecountInput, accounts: Accounts) {
  const shortfall = accounts.of('shortfall')
  let left = shortfall
  const bear = (account: 'risk' | 'ops' | 'income' | 'poolStatic' | 'reserve'): bigint => {
    const borne = accounts.drain(account, left)
    left -= borne
    return borne
  }
  const losses = {
    shortfall,
    risk: bear('risk'),
    ops: bear('ops'),
    ...(accounts.hasIncome && { income: bear('income') }),
    poolStatic: bear('poolStatic'),
    reserve: bear('reserve'),
    left,
  }
  accounts.add('shortfall', left - shortfall)
  const shared = input.sharing ? shareAgain(left, accounts.of('poolDynamic'), input.sharing) : null
  if (shared) {
    accounts.add('shortfall', -shared.sharing.shared)
    accounts.add('poolDynamic', -shared.sharing.poolDynamic)
    accounts.add('risk', shared.sharing.dust)
  }

  const income = incomeAgain(input, accounts)

  const due = (owing: string): bigint => BigInt(owing) - (shared?.partOf(BigInt(owing)) ?? 0n)
  const dynamicOff = due(input.carried.dynamicOff)
  const staffShare = due(input.carried.staffShare)
  accounts.move('poolDynamic', 'reserve', dynamicOff + staffShare)
  const spare = accounts.of('poolDynamic') - BigInt(input.carried.reserved)
  const surplus = isLastOfMonth(input.period) && spare > 0n ? spare : 0n
  accounts.move('poolDynamic', 'reserve', surplus)
  const returned = { surplus, dynamicOff, staffShare }
  return {
    losses,
    sharing: shared?.sharing,
    income,
    returned,
    ownerless: ownerlessToRisk(accounts),
  }
}

/** Whether the day after a period is the first of a month. */
function isLastOfMonth(period: string): boolean {
  const [year, month, day] = period.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day + 1)).getUTCDate() === 1
}
