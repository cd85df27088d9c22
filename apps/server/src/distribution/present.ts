import {
  type AnswerOf,
  conductCode,
  type DistributedStatus,
  distributedMachine,
  formatAmount,
  type insiderList,
  type Side,
} from '@banyan/domain'
import { nextCutoff, type Parameters } from '@banyan/economy'
import type { Insider } from './insiders.ts'
import type { ConditionState } from './members.ts'
import { appealOf, reasonOf } from './status-view.ts'
import type { DistributedRow } from './store.ts'

const DAY_MS = 86_400_000

/** The data of the page about the own status. */
export interface StatusFacts {
  row: DistributedRow | undefined
  conditions: ConditionState
  moduleOn: boolean
  effective: boolean
  effectiveInvitees: Record<Side, number>
  now: Date
  /** The numbers of the rule book in force. */
  p: Parameters
}

export function presentStatus(facts: StatusFacts): DistributedStatus {
  const { row, conditions, now, p } = facts
  const state = row?.state ?? 'none'
  const { met } = conditions
  return {
    state,
    since: row && state !== 'none' ? row.since.toISOString() : null,
    reason: reasonOf(row),
    appeal: appealOf(row),
    conditions: {
      accountAge: { met: met.accountAge, from: conditions.oldEnoughAt.toISOString() },
      email: { met: met.email },
      paymentPassword: { met: met.paymentPassword },
      quiz: { met: met.quiz, opensAt: conditions.quizOpensAt?.toISOString() ?? null },
      conduct: {
        met: met.conduct,
        version: conductCode.version,
        signedAt: conditions.signedAt?.toISOString() ?? null,
      },
    },
    moves: distributedMachine
      .moves(state, 'member')
      .filter(move => move !== 'appeal' || row?.appealText == null),
    nextCutoff: nextCutoff(now, p).toISOString(),
    moduleOn: facts.moduleOn,
    effective: facts.effective,
    effectiveInvitees: facts.effectiveInvitees,
    asked: {
      accountDays: p.distributedAccountDays,
      quizQuestions: p.quizQuestions,
      effectiveFees: formatAmount(p.effectiveFeesUsdt, 2),
      effectiveDays: Math.round(p.effectiveWindowMs / DAY_MS),
    },
  }
}

export const presentInsider = (
  insider: Insider,
): AnswerOf<typeof insiderList>['items'][number] => ({
  accountId: insider.accountId,
  nickname: insider.nickname,
  role: insider.role,
  since: insider.since.toISOString(),
  coins: formatAmount(insider.coins),
  paid: formatAmount(insider.paid),
})
