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

/** A proposed freeze with its member, as operators read it. */
interface AccountFreeze extends AskedFreeze {
  id: string
  memberId: string
  nickname: string
}

/** The only writer of `frozen_at` beside the closing of an account. */
export interface AccountFreezes {
  /**
   * Stores what is proposed and returns its id. `asker` is the operator's own account as a member.
   * Throws what an approval would throw now: `freezeMemberUnknown`, `freezeNeedless`,
   * `freezeAboutYou`.
   */
  propose(tx: Tx, asked: AskedFreeze, asker: string | null): Promise<string>
  /** Carries out what another operator has approved. Every device of the member hears of it. */
  carryOut(tx: Tx, id: string, approver: string | null): Promise<void>
  freezes(reader: Reader, ids: readonly string[]): Promise<AccountFreeze[]>
}

export const accountFreezes: AccountFreezes = {
  async propose(tx, { accountId, freezes, why }, asker) {
    const member = await lockMember(tx, { accountId })
    refuseFreeze(member, freezes, asker)
    const id = newUuid()
    await tx
      .insertInto('accountFreeze')
      .values({ id, memberId: member.id, freezes, why, doneIn: null })
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
    refuseFreeze(await lockMember(tx, { id: memberId }), freezes, approver)
    // The database accepts the change of `frozen_at` in the transaction that is named here alone.
    await tx
      .updateTable('accountFreeze')
      .set({ doneIn: sql<string>`pg_current_xact_id()::text` })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('member')
      .set({ frozenAt: freezes ? sql<Date>`house_now()` : null })
      .where('id', '=', memberId)
      .execute()
    await announce(tx, [{ memberId, topic: 'session', subject: null }])
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
}

interface LockedMember {
  id: string
  frozen: boolean
  closed: boolean
}

async function lockMember(
  tx: Tx,
  who: { accountId: string } | { id: string },
): Promise<LockedMember> {
  const row = await tx
    .selectFrom('member')
    .select(['id', 'frozenAt', 'closedAt'])
    .where(eb => ('id' in who ? eb('id', '=', who.id) : eb('accountId', '=', who.accountId)))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('freezeMemberUnknown')
  return { id: row.id, frozen: row.frozenAt !== null, closed: row.closedAt !== null }
}

/** A closed account stays closed, and nobody decides about the own account as a member. */
function refuseFreeze(member: LockedMember, freezes: boolean, operator: string | null): void {
  if (member.id === operator) refuse('freezeAboutYou')
  if (member.closed) refuse('freezeMemberUnknown')
  if (member.frozen === freezes) refuse('freezeNeedless')
}
