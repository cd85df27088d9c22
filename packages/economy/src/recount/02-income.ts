import type { IncomeBooking } from '../earlier/income.ts'
import type { IncomeRelease } from '../settlement/02-losses-and-income/income.ts'
import type { Accounts } from './accounts.ts'
import { partOf, type RecountInput } from './input.ts'

/** Step 2's treatment of outside income, by the rules of the run. */
export interface IncomeAgain {
  readonly release?: IncomeRelease
  readonly income?: readonly IncomeBooking[]
}

/**
 * Recomputes step 2's income: waiting income is released in small parts, or under older rules each
 * receipt is booked at once.
 */
export function incomeAgain(input: RecountInput, accounts: Accounts): IncomeAgain {
  const { incomeReleaseDivisor, incomeReleaseBps = 0 } = input.parameters
  if (incomeReleaseDivisor === undefined) return { income: bookAgain(input, accounts) }
  const coins = accounts.of('outstanding')
  const waiting = accounts.of('income')
  const parts = BigInt(incomeReleaseDivisor)
  // Fewer units than parts: all of them together.
  const asked = waiting < parts ? waiting : (waiting - (waiting % parts)) / parts
  const bound = partOf(accounts.of('reserve'), incomeReleaseBps)
  const released = coins === 0n ? 0n : accounts.drain('income', asked < bound ? asked : bound)
  const toStatic = staticPart(input, released, coins)
  accounts.add('poolStatic', toStatic)
  accounts.add('reserve', released - toStatic)
  return { release: { released, toStatic, toReserve: released - toStatic } }
}

function bookAgain(input: RecountInput, accounts: Accounts): IncomeBooking[] {
  const coins = accounts.of('outstanding')
  return (input.receipts ?? []).map(({ id, amount }) => {
    const toStatic = staticPart(input, BigInt(amount), coins)
    const toReserve = BigInt(amount) - toStatic
    accounts.add('poolStatic', toStatic)
    accounts.add('reserve', toReserve)
    return { id, toStatic, toReserve }
  })
}

/** The part that activated coins earn, rounded down. */
function staticPart({ statics, parameters }: RecountInput, amount: bigint, coins: bigint): bigint {
  if (coins === 0n) return 0n
  let activated = 0n
  for (const quantity of statics.positions.quantities) activated += quantity
  return (amount * BigInt(parameters.incomeToStaticBps) * activated) / (coins * 10_000n)
}

/** Whether orders are filled. Before income was released slowly, nobody could buy just before a large known receipt. */
export const mayFill = ({ largestUnapproved = '0', books, parameters }: RecountInput): boolean =>
  parameters.unapprovedReceiptBps === undefined ||
  BigInt(largestUnapproved) <= partOf(BigInt(books.reserve ?? 0), parameters.unapprovedReceiptBps)
