import { conductCode, conductText, distributedMachine, type Locale } from '@banyan/domain'
import {
  conditionsMet,
  type DistributedCondition,
  type DistributedFacts,
  oldEnoughAt,
  type Parameters,
} from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { quizState } from './quiz.ts'
import * as store from './store.ts'

/** The conditions of a member, met or not, with the figures for the page. */
export interface ConditionState {
  met: Record<DistributedCondition, boolean>
  oldEnoughAt: Date
  quizOpensAt: Date | null
  signedAt: Date | null
  country: string
}

/** Reads every condition of rule book 2.9 as of now. */
export async function conditionsOf(
  reader: store.Reader,
  memberId: string,
  now: Date,
  p: Parameters,
): Promise<ConditionState> {
  const facts = await store.memberFacts(reader, memberId)
  const quiz = await quizState(reader, memberId, now, p)
  const signedAt = await store.signedAt(reader, memberId, conductCode.version)
  const asked: DistributedFacts = {
    ...facts,
    quizPassed: quiz.passed,
    conductSigned: signedAt !== null,
  }
  return {
    met: conditionsMet(asked, now, p),
    oldEnoughAt: oldEnoughAt(facts.joinedAt, p),
    quizOpensAt: quiz.opensAt,
    signedAt,
    country: facts.country,
  }
}

/**
 * Signs the conduct code in force, in the words that the member reads. Refuses `conductChanged`.
 */
export async function sign(
  tx: Tx,
  memberId: string,
  { version, locale }: { version: number; locale: Locale },
): Promise<void> {
  if (version !== conductCode.version) refuse('conductChanged')
  const words = conductText(locale)
  await store.insertSignature(tx, {
    memberId,
    version,
    locale,
    words,
    signedAt: await systemNow(tx),
  })
}

/** A status about which operators have decided nothing, and the member has said nothing. */
export const nothingDecided = {
  reasonZh: null,
  reasonEn: null,
  appealText: null,
  appealedAt: null,
  appealAnswerZh: null,
  appealAnswerEn: null,
}

/**
 * Applies for the status. Refuses `distributedState`; `distributedConditions` while one is not met.
 */
export async function apply(tx: Tx, memberId: string, p: Parameters): Promise<void> {
  const now = await systemNow(tx)
  const row = await store.lockDistributed(tx, memberId, now)
  const step = distributedMachine.step(row.state, 'apply', 'member')
  if (!step) return refuse('distributedState')
  const { met } = await conditionsOf(tx, memberId, now, p)
  if (!Object.values(met).every(Boolean)) refuse('distributedConditions')
  const after = { state: step.to, since: now, ...nothingDecided }
  await store.saveDistributed(tx, row, after, byMember('apply', now))
  await announceStatus(tx, memberId)
}

/** Withdraws an application, or gives the status up. Refuses `distributedState`. */
export async function leave(tx: Tx, memberId: string): Promise<void> {
  const now = await systemNow(tx)
  const row = await store.lockDistributed(tx, memberId, now)
  const step = distributedMachine.step(row.state, 'leave', 'member')
  if (!step) return refuse('distributedState')
  const after = { state: step.to, since: now, ...nothingDecided }
  await store.saveDistributed(tx, row, after, byMember('leave', now))
  await announceStatus(tx, memberId)
}

/** Appeals a suspension, once. Refuses `distributedState`, `appealMade`. */
export async function appeal(tx: Tx, memberId: string, text: string): Promise<void> {
  const now = await systemNow(tx)
  const row = await store.lockDistributed(tx, memberId, now)
  const step = distributedMachine.step(row.state, 'appeal', 'member')
  if (!step) return refuse('distributedState')
  if (row.appealText !== null) refuse('appealMade')
  const { state, since, reasonZh, reasonEn } = row
  const appeal = { appealText: text, appealedAt: now }
  const after = { ...nothingDecided, state, since, reasonZh, reasonEn, ...appeal }
  await store.saveDistributed(tx, row, after, { ...byMember('appeal', now), reason: text })
  await announceStatus(tx, memberId)
}

const byMember = (event: 'apply' | 'leave' | 'appeal', at: Date): store.DistributedStep => ({
  event,
  actor: 'member',
  operatorId: null,
  decisionId: null,
  reason: null,
  reasonEn: null,
  at,
})

/** Tells the member's pages, and operators who look at the member. */
export const announceStatus = (tx: Tx, memberId: string): Promise<void> =>
  announce(tx, [
    { memberId, topic: 'earnings', subject: null },
    { memberId: null, topic: 'members', subject: null },
  ])
