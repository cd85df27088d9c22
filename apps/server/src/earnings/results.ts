import { floorDiv, formatAmount, ONE, type realisedResult } from '@banyan/domain'
import type { z } from 'zod'
import type { RecentRound } from './earning-store.ts'

/** Windows of realised results, in settlements, which come once a day. Rule book 2.6. */
export const resultDays = [7, 30, 90] as const

/**
 * What was really paid in the last settlements, zeros included; no projections. With n settlements,
 * P paid to all and W coins that shared in each, in current units so that a split in between
 * changes nothing: `activated` = floor6(sum of W ÷ n), `perLeaf` = floor6(sum of P ÷ sum of W).
 * That is the mean of what activated coins got in a settlement: some got less and some more, and
 * times the coins that shared it is never more than was paid.
 */
export function resultsOf(newestFirst: readonly RecentRound[]): z.output<typeof realisedResult>[] {
  return resultDays.map(days => {
    const rounds = newestFirst.slice(0, days)
    const sum = (amountOf: (round: RecentRound) => bigint): bigint =>
      rounds.reduce((total, round) => total + amountOf(round), 0n)
    const paid = sum(round => round.paid)
    const coins = sum(round => round.coins)
    return {
      days,
      settlements: rounds.length,
      ownZeros: rounds.filter(({ amount }) => amount === 0n).length,
      own: formatAmount(sum(({ amount }) => amount)),
      everyone: formatAmount(paid),
      activated: formatAmount(rounds.length === 0 ? 0n : floorDiv(coins, BigInt(rounds.length))),
      perLeaf: formatAmount(coins === 0n ? 0n : floorDiv(paid * ONE, coins)),
    }
  })
}
