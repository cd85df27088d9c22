import {
  type AnswerOf,
  floorDiv,
  formatAmount,
  ONE,
  presentBySource,
  type staticEarning,
  type staticSummary,
} from '@banyan/domain'
import { cutoffOf, type Parameters, partOf, staticCap } from '@banyan/economy'
import type { z } from 'zod'
import type { OwnRound, RecentRound } from './earning-store.ts'
import { staticEarningId } from './passport.ts'
import type { PositionView } from './position-store.ts'
import { poolBySource } from './source-store.ts'

const HUNDRED = 100n * ONE

/** `p`: the numbers of the version that made the round. */
export const presentOwnRound = (
  round: OwnRound,
  p: Parameters,
): z.output<typeof staticEarning> => ({
  id: staticEarningId(round.period),
  period: round.period,
  at: cutoffOf(round.period).toISOString(),
  pool: formatAmount(round.pool),
  divisor: Number(p.staticReleaseDivisor),
  released: formatAmount(round.released),
  weight: formatAmount(round.weight),
  ownWeight: formatAmount(round.ownWeight),
  sharePercent: formatAmount(floorDiv(round.ownWeight * HUNDRED, round.weight)),
  amount: formatAmount(round.amount),
  positions: round.positions,
  eliminated: round.eliminated,
})

/** A member's pay in a settlement, by the source of the pool's money. */
function sourcesOf(round: RecentRound) {
  const pool = poolBySource(round)
  return pool && presentBySource(partOf(round.amount, pool))
}

/** A member's static earnings at a glance; cap and pay are of the positions that have opened. */
export function staticSummaryOf({
  last,
  open: locked,
  prompts,
  p,
}: {
  last: RecentRound | undefined
  open: readonly PositionView[]
  prompts: AnswerOf<typeof staticSummary>['prompts']
  p: Parameters
}): AnswerOf<typeof staticSummary> {
  const sum = (amountOf: (position: PositionView) => bigint): string =>
    formatAmount(locked.reduce((total, position) => total + amountOf(position), 0n))
  return {
    last: last
      ? {
          id: staticEarningId(last.period),
          at: cutoffOf(last.period).toISOString(),
          amount: formatAmount(last.amount),
          sources: sourcesOf(last),
        }
      : null,
    locked: sum(({ coins }) => coins),
    paid: sum(({ paid }) => paid),
    cap: sum(({ openingValue }) => (openingValue === null ? 0n : staticCap(openingValue, p))),
    positions: locked.length,
    prompts,
  }
}
