import { floorDiv, formatAmount, ONE, type realisedResult } from '@banyan/domain'
import type { z } from 'zod'
import type { RecentRound } from './earning-store.ts'

/** Windows of realised results, in settlements, which come once a day. Rule book 2.6. */
export const resultDays = [7, 30, 90] as const

const THOUSAND = 1_000n * ONE

/**
 * What was really paid in the last settlements, zeros included. `perThousand`: the sum of
 * floor6(D × 1,000 ÷ W) with W in today's coins, so that a split in between changes nothing.
 */
export function resultsOf(newestFirst: readonly RecentRound[]): z.output<typeof realisedResult>[] {
  return resultDays.map(days => {
    const rounds = newestFirst.slice(0, days)
    const sum = (amountOf: (round: RecentRound) => bigint): string =>
      formatAmount(rounds.reduce((total, round) => total + amountOf(round), 0n))
    return {
      days,
      settlements: rounds.length,
      ownZeros: rounds.filter(({ amount }) => amount === 0n).length,
      own: sum(({ amount }) => amount),
      everyone: sum(({ paid }) => paid),
      perThousand: sum(({ released, coins }) =>
        coins === 0n ? 0n : floorDiv(released * THOUSAND, coins),
      ),
    }
  })
}
