import type { InsiderRole } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Reader } from './store.ts'

/** An account of the platform in its public form. Amounts in micro-units. */
export interface Insider {
  accountId: string
  nickname: string
  role: InsiderRole
  since: Date
  coins: bigint
  /** Everything that network pay ever paid it. */
  paid: bigint
}

/** Everything that network pay ever paid to these members; those that it paid nothing are left out. */
export type NetworkPayOf = (
  reader: Reader,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, bigint>>

/**
 * Puts an account on the list of the platform's own, once and for good: the network never pays it
 * again. Returns whether it was new there.
 */
export async function listInsider(tx: Tx, memberId: string, role: InsiderRole): Promise<boolean> {
  const listed = await tx
    .insertInto('insider')
    .values({ memberId, role, since: await systemNow(tx) })
    .onConflict(conflict => conflict.column('memberId').doNothing())
    .returning('memberId')
    .execute()
  return listed.length > 0
}

/** Whether this account is on the list of the platform's own. */
export async function isInsider(reader: Reader, memberId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('insider')
    .select('memberId')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** The whole list, with each account's coins and the sum that the network ever paid it. */
export async function insiders(reader: Reader, networkPayOf: NetworkPayOf): Promise<Insider[]> {
  const { rows } = await sql<Omit<Insider, 'paid'> & { memberId: string }>`
    select insider.member_id, member.account_id, member.nickname, insider.role, insider.since,
      coalesce((select sum(posted * ledger_later_multiple('LEAF', account.epoch)) from ledger_account account
        where account.owner = insider.member_id and account.asset = 'LEAF'), 0)
        ::numeric(38,0) as coins
    from insider join member on member.id = insider.member_id
    order by insider.since, member.account_id`.execute(reader)
  const paid = await networkPayOf(
    reader,
    rows.map(({ memberId }) => memberId),
  )
  return rows.map(row => ({ ...row, paid: paid.get(row.memberId) ?? 0n }))
}
