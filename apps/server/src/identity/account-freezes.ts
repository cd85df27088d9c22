import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { Reader } from './store.ts'

/** What two operators agree on about a member's whole account. */
interface AskedFreeze {
  accountId: string
  /** True to freeze the account, false to open it again. */
  freezes: boolean
  why: string
}

/** Who proposes. */
interface FreezeAsker {
  /** The operator's own account as a member. */
  memberId: string | null
  /** The only members that the operator may propose it of; null for an operator without limits. */
  among: readonly string[] | null
}

/** A proposed freeze with its member, as operators read it. */
interface AccountFreeze extends AskedFreeze {
  id: string
  memberId: string
  nickname: string
}

/** An account that two operators have frozen or opened. */
interface CarriedOutFreeze {
  id: string
  memberId: string
  freezes: boolean
  at: Date
}

/** Sends the member an e-mail about a frozen or opened account. */
export type NotifyOfFreeze = (
  tx: Tx,
  memberId: string,
  notice: 'accountFrozen' | 'accountOpened',
  facts: { accountId: string },
) => Promise<void>

/** The only writer of `frozen_at` beside the closing of an account. */
export interface AccountFreezes {
  /**
   * Stores what is proposed and returns its id. Throws what an approval would throw now:
   * `freezeMemberUnknown`, `freezeNeedless`, `freezeAboutYou`; and `memberNotInCase`.
   */
  propose(tx: Tx, asked: AskedFreeze, asker: FreezeAsker): Promise<string>
  /**
   * Carries out what another operator has approved. Every device of the member hears of it, and the
   * member gets an e-mail.
   */
  carryOut(tx: Tx, id: string, approver: string | null): Promise<void>
  /** Those of these proposals on which an operator does not decide, with why: about the own account. */
  closedTo(
    reader: Reader,
    ids: readonly string[],
    memberId: string | null,
  ): Promise<ReadonlyMap<string, 'freezeAboutYou'>>
  freezes(reader: Reader, ids: readonly string[]): Promise<AccountFreeze[]>
  /** The ids of what was proposed about a member's account. */
  ofMember(reader: Reader, memberId: string): Promise<string[]>
  /** What was carried out for these members since a time. */
  doneAmong(reader: Reader, memberIds: readonly string[], since: Date): Promise<CarriedOutFreeze[]>
}

export const openAccountFreezes = (notify: NotifyOfFreeze): AccountFreezes => ({
  async propose(tx, { accountId, freezes, why }, { memberId: asker, among }) {
    if (among && !(await isAmong(tx, accountId, among))) refuse('memberNotInCase')
    const member = await lockMember(tx, { accountId })
    refuseFreeze(member, freezes, asker)
    const id = newUuid()
    await tx
      .insertInto('accountFreeze')
      .values({ id, memberId: member.id, freezes, why, doneIn: null, doneAt: null })
      .execute()
    return id
  },

  async carryOut(tx, id, approver) {
    const asked = await tx
      .selectFrom('accountFreeze')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!asked) return refuse('notFound')
    const { memberId, freezes } = asked
    const member = await lockMember(tx, { id: memberId })
    refuseFreeze(member, freezes, approver)
    // The database accepts the change of `frozen_at` in the transaction that is named here alone.
    await tx
      .updateTable('accountFreeze')
      .set({
        doneIn: sql<string>`pg_current_xact_id()::text`,
        doneAt: sql<Date>`house_now()`,
      })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('member')
      .set({ frozenAt: freezes ? sql<Date>`house_now()` : null })
      .where('id', '=', memberId)
      .execute()
    await announce(tx, [
      { memberId, topic: 'session', subject: null },
      { memberId: null, topic: 'members', subject: null },
    ])
    const { accountId } = member
    await notify(tx, memberId, freezes ? 'accountFrozen' : 'accountOpened', { accountId })
  },

  closedTo: async (reader, ids, memberId) => {
    if (ids.length === 0 || memberId === null) return new Map()
    const rows = await reader
      .selectFrom('accountFreeze')
      .select('id')
      .where('id', 'in', ids)
      .where('memberId', '=', memberId)
      .execute()
    return new Map(rows.map(({ id }) => [id, 'freezeAboutYou'] as const))
  },

  freezes: async (reader, ids) =>
    ids.length === 0
      ? []
      : reader
          .selectFrom('accountFreeze')
          .innerJoin('member', 'member.id', 'accountFreeze.memberId')
          .select([
            'accountFreeze.id',
            'accountFreeze.memberId',
            'accountFreeze.freezes',
            'accountFreeze.why',
            'member.accountId',
            'member.nickname',
          ])
          .where('accountFreeze.id', 'in', ids)
          .execute(),

  ofMember: async (reader, memberId) => {
    const rows = await reader
      .selectFrom('accountFreeze')
      .select('id')
      .where('memberId', '=', memberId)
      .execute()
    return rows.map(row => row.id)
  },

  doneAmong: async (reader, memberIds, since) => {
    if (memberIds.length === 0) return []
    const rows = await reader
      .selectFrom('accountFreeze')
      .select(['id', 'memberId', 'freezes', 'doneAt'])
      .where('memberId', 'in', memberIds)
      .where('doneAt', '>=', since)
      .execute()
    return rows.flatMap(({ doneAt, ...row }) => (doneAt ? [{ ...row, at: doneAt }] : []))
  },
})

async function isAmong(tx: Tx, accountId: string, memberIds: readonly string[]): Promise<boolean> {
  if (memberIds.length === 0) return false
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', 'in', memberIds)
    .executeTakeFirst()
  return row !== undefined
}

interface LockedMember {
  id: string
  accountId: string
  frozen: boolean
  closed: boolean
}

async function lockMember(
  tx: Tx,
  who: { accountId: string } | { id: string },
): Promise<LockedMember> {
  const row = await tx
    .selectFrom('member')
    .select(['id', 'accountId', 'frozenAt', 'closedAt'])
    .where(eb => ('id' in who ? eb('id', '=', who.id) : eb('accountId', '=', who.accountId)))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('freezeMemberUnknown')
  const { id, accountId, frozenAt, closedAt } = row
  return { id, accountId, frozen: frozenAt !== null, closed: closedAt !== null }
}

/** A closed account stays closed, and nobody decides about the own account as a member. */
function refuseFreeze(member: LockedMember, freezes: boolean, operator: string | null): void {
  if (member.id === operator) refuse('freezeAboutYou')
  if (member.closed) refuse('freezeMemberUnknown')
  if (member.frozen === freezes) refuse('freezeNeedless')
}
