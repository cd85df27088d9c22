import { z } from 'zod'
import { decimal } from '../contract/wire.ts'
import { formatAmount } from '../money/amount.ts'

/** Static pay by where it came from: fees of members' trades, and income from outside. Both are all of it. */
export const bySource = z.object({ fees: decimal, income: decimal })

/** Micro-USDT as they are answered. */
export const presentBySource = ({
  fees,
  income,
}: {
  fees: bigint
  income: bigint
}): z.output<typeof bySource> => ({ fees: formatAmount(fees), income: formatAmount(income) })
