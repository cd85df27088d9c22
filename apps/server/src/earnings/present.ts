import {
  type eliminationPrompt,
  formatAmount,
  type PayStop,
  positionStatusOf,
  type ReopeningKind,
  type staticPosition,
  wireIdOf,
} from '@banyan/domain'
import {
  dealsAt,
  type Parameters,
  periodAt,
  reopenedRoundOf,
  reopensRounds,
  ripeAt,
  roundOf,
  staticCap,
} from '@banyan/economy'
import type { z } from 'zod'
import { freesAt, movesOf, opensAt } from './decide.ts'
import type { PositionView } from './position-store.ts'
import type { PromptView } from './prompt-store.ts'
import { roundOfSource } from './round-source.ts'

/** The name of a position on the wire and in the ledger. */
export const positionId = (uuid: string): string => wireIdOf('pos', uuid)

/** The name of a prompt on the wire. */
export const promptId = (uuid: string): string => wireIdOf('prm', uuid)

const text = (instant: Date | null): string | null => instant?.toISOString() ?? null

export const presentPosition = (
  row: PositionView,
  now: Date,
  p: Parameters,
): z.output<typeof staticPosition> => ({
  id: positionId(row.id),
  status: positionStatusOf[row.state],
  quantity: formatAmount(row.coins),
  openingValue: row.openingValue === null ? null : formatAmount(row.openingValue),
  cap: row.openingValue === null ? null : formatAmount(staticCap(row.openingValue, p)),
  paid: formatAmount(row.paid),
  settlements: row.settlements,
  kind: row.kind,
  ruleVersion: row.ruleVersion,
  askedAt: row.askedAt.toISOString(),
  opensAt: text(opensAt(row)),
  freesAt: text(freesAt(row)),
  endReason: row.endReason,
  endedAt: text(row.endedAt),
  moves: movesOf(row, now),
})

/** The inputs of the answer to a prompt beside its row. */
export interface PromptFacts {
  now: Date
  /** The numbers in force. */
  p: Parameters
  /** Why network pay would pay the owner nothing; null when it may pay. */
  payStop: PayStop | null
}

export const presentPrompt = (
  row: PromptView,
  facts: PromptFacts,
): z.output<typeof eliminationPrompt> => ({
  id: promptId(row.id),
  module: row.module,
  reason: row.reason,
  quantity: row.coins === null ? null : formatAmount(row.coins),
  openedAt: row.openedAt.toISOString(),
  reopening:
    row.module === 'dynamic'
      ? { kind: reopeningOf(row, facts), minimum: formatAmount(facts.p.reopenMinimumUsdt) }
      : null,
})

/**
 * The effect that a subscription placed now would have on the round of a prompt. All pages use this
 * function: none advises to buy for pay that the member would not get.
 */
function reopeningOf(
  { source, paidInRound, firstWaits }: PromptView,
  { now, p, payStop }: PromptFacts,
): ReopeningKind {
  if (!reopensRounds(p)) return 'off'
  const [period, round] = [periodAt(now), roundOfSource(source)]
  if (round === reopenedRoundOf(period)) return 'used'
  if (round !== roundOf(period)) return 'over'
  if ((paidInRound ?? 0n) < p.roundCapUsdt) return 'running'
  const deals = dealsAt({ placedAt: now, ripeAt: ripeAt(now, firstWaits, p) }, p)
  // The run of a cut-off reopens the round after its pay: the period that then begins is the first
  // to count.
  if (round !== roundOf(periodAt(deals))) return 'late'
  return payStop ?? 'opens'
}
