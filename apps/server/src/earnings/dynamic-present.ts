import {
  type AnswerOf,
  type DistributedState,
  type DynamicLine,
  type dynamicSummary,
  earningIdOf,
  type eliminationPrompt,
  formatAmount,
} from '@banyan/domain'
import {
  cutoffOf,
  FULL_FACTOR,
  nextRoundBegins,
  type Parameters,
  type Period,
  reopensRounds,
} from '@banyan/economy'
import type { z } from 'zod'
import type { DynamicGlance, DynamicLineRow } from './dynamic-lists.ts'

/** `p`: the numbers of the version that made the line. */
export function presentLine(row: DynamicLineRow, p: Parameters): DynamicLine {
  const { kind, period, leftVolume, rightVolume, consumed } = row
  return {
    id: `${kind}-${period}-${row.id}`,
    earningId: earningIdOf('dynamic', period),
    kind,
    period,
    source: row.source,
    cap: row.cap,
    at: cutoffOf(period).toISOString(),
    volume: formatAmount(row.volume),
    regions:
      leftVolume === null || rightVolume === null || consumed === null
        ? null
        : {
            left: formatAmount(leftVolume),
            right: formatAmount(rightVolume),
            consumed: formatAmount(consumed),
          },
    rate: percent(kind === 'direct' ? p.directBps : p.pairBps),
    raw: formatAmount(row.raw),
    factor: presentFactor(row.factor),
    amount: formatAmount(row.amount),
  }
}

/** Basis points as percent. */
export const percent = (bps: number): string => formatAmount(BigInt(bps) * 10_000n)

/** Billionths with all nine digits, so that the arithmetic can be followed. */
export const presentFactor = (factor: bigint): string =>
  `${factor / FULL_FACTOR}.${`${factor % FULL_FACTOR}`.padStart(9, '0')}`

/** Whether a prompt belongs to the round that is closed now, not to one that is over or goes on. */
const ofClosedRound = ({ reopening }: z.output<typeof eliminationPrompt>): boolean =>
  reopening !== null && !['off', 'over', 'running'].includes(reopening.kind)

/** `period`: the one under way; `p`: the numbers in force. */
export function presentSummary(facts: {
  glance: DynamicGlance
  moduleOn: boolean
  distributed: DistributedState
  /** The open prompts of the member. */
  prompts: readonly z.output<typeof eliminationPrompt>[]
  period: Period
  p: Parameters
}): AnswerOf<typeof dynamicSummary> {
  const { glance, moduleOn, distributed, prompts, period, p } = facts
  const { last } = glance
  return {
    moduleOn,
    distributed,
    last: last && {
      period: last.period,
      at: cutoffOf(last.period).toISOString(),
      amount: formatAmount(last.amount),
      factor: presentFactor(last.factor),
      volume: formatAmount(last.volume),
    },
    balances: { left: formatAmount(glance.left), right: formatAmount(glance.right) },
    round: {
      paid: formatAmount(glance.paidInRound),
      cap: formatAmount(p.roundCapUsdt),
      eliminated: glance.paidInRound >= p.roundCapUsdt,
      restartsAt: cutoffOf(nextRoundBegins(period)).toISOString(),
      reopened: glance.reopened,
      reopenMinimum: reopensRounds(p) ? formatAmount(p.reopenMinimumUsdt) : null,
      prompt: prompts.find(ofClosedRound) ?? null,
    },
    directRate: percent(p.directBps),
    pairRate: percent(p.pairBps),
  }
}
