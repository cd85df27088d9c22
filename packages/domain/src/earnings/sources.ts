import { z } from 'zod'
import { decimal } from '../contract/wire.ts'
import { formatAmount } from '../money/amount.ts'

/** Static pay by origin: fees of members' trades, and income from outside. The two add up to all of it. */
export const bySource = z.object({ fees: decimal, income: decimal })

/** Formats micro-USDT for the response. */
export const presentBySource = ({
  fees,
  income,
}: {
  fees: bigint
  income: bigint
}): z.output<typeof bySource> => ({ fees: formatAmount(fees), income: formatAmount(income) })
