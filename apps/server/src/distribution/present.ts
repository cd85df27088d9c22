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
import type { Standing } from './members.ts'
import { appealOf, reasonOf } from './standing.ts'
import type { DistributedRow } from './store.ts'

const DAY_MS = 86_400_000

/** The data of the page about the own status. */
export interface StatusFacts {
  row: DistributedRow | undefined
  standing: Standing
  moduleOn: boolean
  effective: boolean
  effectiveInvitees: Record<Side, number>
  now: Date
  /** The numbers of the rule book in force. */
  p: Parameters
}

export function presentStatus(facts: StatusFacts): DistributedStatus {
  const { row, standing, now, p } = facts
  const state = row?.state ?? 'none'
  const { met } = standing
  return {
    state,
    since: row && state !== 'none' ? row.since.toISOString() : null,
    reason: reasonOf(row),
    appeal: appealOf(row),
    conditions: {
      accountAge: { met: met.accountAge, from: standing.oldEnoughAt.toISOString() },
      email: { met: met.email },
      paymentPassword: { met: met.paymentPassword },
      quiz: { met: met.quiz, opensAt: standing.quizOpensAt?.toISOString() ?? null },
      conduct: {
        met: met.conduct,
        version: conductCode.version,
        signedAt: standing.signedAt?.toISOString() ?? null,
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

export const presentInsider = (one: Insider): AnswerOf<typeof insiderList>['items'][number] => ({
  accountId: one.accountId,
  nickname: one.nickname,
  role: one.role,
  since: one.since.toISOString(),
  coins: formatAmount(one.coins),
  paid: formatAmount(one.paid),
})
