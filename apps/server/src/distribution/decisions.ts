import { distributedMachine, type StatusAct } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { announceStatus, nothingDecided } from './members.ts'
import {
  type DistributedRow,
  distributedOf,
  lockDistributed,
  type Reader,
  saveDistributed,
} from './store.ts'

/** What one operator proposes to do with a member's status. */
interface AskedDecision {
  accountId: string
  act: StatusAct
  /** What the member reads. */
  why: { zh: string; en: string }
}

/** Who proposes. */
interface Proposer {
  operatorId: string
  /** The operator's own account as a member. */
  memberId: string | null
  /** The only members that the operator may propose it of; null for an operator without limits. */
  among: readonly string[] | null
}

/** A proposed decision with its member, as operators read it. */
interface StatusDecision extends AskedDecision {
  id: string
  memberId: string
  nickname: string
}

/** A decision that two operators have carried out. */
interface CarriedOutDecision {
  id: string
  memberId: string
  act: StatusAct
  at: Date
}

/** The only way in which operators change a member's status. */
export interface StatusDecisions {
  /**
   * Stores what is proposed and returns its id. Refuses `freezeMemberUnknown`, `freezeAboutYou`,
   * `statusActNotNow`, and `memberNotInCase`.
   */
  propose(tx: Tx, asked: AskedDecision, proposer: Proposer): Promise<string>
  /**
   * Carries out what another operator has approved; it answers an appeal that waits. Refuses what
   * `propose` refuses, `statusChanged` after the proposer last saw it, and `statusAppealYours`.
   */
  carryOut(tx: Tx, id: string, by: { operatorId: string; memberId: string | null }): Promise<void>
  /**
   * Those of these proposals on which an operator does not decide, with why: about the own account, or the
   * answer to an appeal against a suspension of which the operator was one of the two.
   */
  closedTo(
    reader: Reader,
    ids: readonly string[],
    by: { operatorId: string; memberId: string | null },
  ): Promise<ReadonlyMap<string, 'freezeAboutYou' | 'statusAppealYours'>>
  /** The proposals with these ids. */
  decisions(reader: Reader, ids: readonly string[]): Promise<StatusDecision[]>
  /** The ids of what was proposed about these members' status. */
  ofMembers(
    reader: Reader,
    memberIds: readonly string[],
  ): Promise<{ id: string; memberId: string }[]>
  /** What was carried out for these members since a time. */
  doneAmong(
    reader: Reader,
    memberIds: readonly string[],
    since: Date,
  ): Promise<CarriedOutDecision[]>
}

export const statusDecisions: StatusDecisions = {
  async propose(tx, { accountId, act, why }, { operatorId, memberId: asker, among }) {
    const member = await memberOf(tx, accountId)
    if (among && !(member && among.includes(member.id))) refuse('memberNotInCase')
    if (!member || member.closedAt) return refuse('freezeMemberUnknown')
    if (member.id === asker) refuse('freezeAboutYou')
    const row = await distributedOf(tx, member.id)
    if (!row || !distributedMachine.step(row.state, act, 'operator'))
      return refuse('statusActNotNow')
    const id = newUuid()
    await tx
      .insertInto('statusDecision')
      .values({
        id,
        memberId: member.id,
        act,
        whyZh: why.zh,
        whyEn: why.en,
        proposedBy: operatorId,
        seenSince: row.since,
        seenAppealedAt: row.appealedAt,
      })
      .execute()
    return id
  },

  async carryOut(tx, id, { operatorId, memberId: approver }) {
    const decision = await tx
      .selectFrom('statusDecision')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!decision) return refuse('notFound')
    const { memberId, whyZh, whyEn } = decision
    const act = decision.act as StatusAct
    if (memberId === approver) refuse('freezeAboutYou')
    const now = await systemNow(tx)
    const row = await lockDistributed(tx, memberId, now)
    const isAsSeen =
      sameTime(row.since, decision.seenSince) && sameTime(row.appealedAt, decision.seenAppealedAt)
    if (!isAsSeen) refuse('statusChanged')
    const step = distributedMachine.step(row.state, act, 'operator')
    if (!step) return refuse('statusActNotNow')
    if ((await answeringOwn(tx, [id], operatorId)).has(id)) refuse('statusAppealYours')
    // The database accepts the change of the status in the transaction that is named here alone.
    await tx
      .updateTable('statusDecision')
      .set({
        approvedBy: operatorId,
        doneIn: sql<string>`pg_current_xact_id()::text`,
        doneAt: now,
      })
      .where('id', '=', id)
      .execute()
    const after = { ...decided(row, act, { zh: whyZh, en: whyEn }), state: step.to, since: now }
    await saveDistributed(tx, row, after, {
      event: act,
      actor: 'operator',
      operatorId,
      decisionId: id,
      reason: whyZh,
      reasonEn: whyEn,
      at: now,
    })
    await announceStatus(tx, memberId)
  },

  closedTo: async (reader, ids, { operatorId, memberId }) => {
    if (ids.length === 0) return new Map()
    const about = await reader
      .selectFrom('statusDecision')
      .select('id')
      .where('id', 'in', ids)
      .where('memberId', '=', memberId)
      .execute()
    const answers = await answeringOwn(reader, ids, operatorId)
    return new Map([
      ...[...answers].map(id => [id, 'statusAppealYours'] as const),
      ...about.map(({ id }) => [id, 'freezeAboutYou'] as const),
    ])
  },

  decisions: async (reader, ids) => {
    if (ids.length === 0) return []
    const rows = await reader
      .selectFrom('statusDecision')
      .innerJoin('member', 'member.id', 'statusDecision.memberId')
      .select([
        'statusDecision.id',
        'statusDecision.memberId',
        'statusDecision.act',
        'statusDecision.whyZh',
        'statusDecision.whyEn',
        'member.accountId',
        'member.nickname',
      ])
      .where('statusDecision.id', 'in', ids)
      .execute()
    return rows.map(({ act, whyZh, whyEn, ...row }) => ({
      ...row,
      act: act as StatusAct,
      why: { zh: whyZh, en: whyEn },
    }))
  },

  ofMembers: async (reader, memberIds) =>
    memberIds.length === 0
      ? []
      : reader
          .selectFrom('statusDecision')
          .select(['id', 'memberId'])
          .where('memberId', 'in', memberIds)
          .execute(),

  doneAmong: async (reader, memberIds, since) => {
    if (memberIds.length === 0) return []
    const rows = await reader
      .selectFrom('statusDecision')
      .select(['id', 'memberId', 'act', 'doneAt'])
      .where('memberId', 'in', memberIds)
      .where('doneAt', '>=', since)
      .execute()
    return rows.flatMap(({ doneAt, act, ...row }) =>
      doneAt ? [{ ...row, act: act as StatusAct, at: doneAt }] : [],
    )
  },
}

/** What is kept with the status after a decision: its reason, and the appeal with its answer. */
function decided(row: DistributedRow, act: StatusAct, why: { zh: string; en: string }) {
  if (act === 'suspend') return { ...nothingDecided, reasonZh: why.zh, reasonEn: why.en }
  const isAnswer = row.appealText !== null
  return {
    appealText: row.appealText,
    appealedAt: row.appealedAt,
    appealAnswerZh: isAnswer ? why.zh : null,
    appealAnswerEn: isAnswer ? why.en : null,
    reasonZh: act === 'revoke' ? why.zh : null,
    reasonEn: act === 'revoke' ? why.en : null,
  }
}

/** Those of these decisions that answer an appeal against a suspension which this operator proposed or approved. */
async function answeringOwn(
  reader: Reader,
  ids: readonly string[],
  operatorId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select decision.id
    from status_decision decision
    join distributed_member member on member.member_id = decision.member_id
    join lateral (
      select proposed_by, approved_by from status_decision last
      where last.member_id = decision.member_id and last.act = 'suspend' and last.done_at is not null
      order by done_at desc limit 1
    ) suspension on ${operatorId} in (suspension.proposed_by, suspension.approved_by)
    where decision.id = any(${[...ids]}::uuid[]) and member.appeal_text is not null`.execute(reader)
  return new Set(rows.map(({ id }) => id))
}

const sameTime = (one: Date | null, other: Date | null): boolean =>
  one?.getTime() === other?.getTime()

const memberOf = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('member')
    .select(['id', 'closedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
