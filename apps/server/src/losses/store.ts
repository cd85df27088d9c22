import type { Sharing } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { LossBalance, LossHold, LossSharing } from './generated.ts'

export type SharingRow = Selectable<LossSharing>
export type BalanceRow = Selectable<LossBalance>
export type HoldRow = Selectable<LossHold>

/** Returns false when another one is open. */
export async function insertSharing(tx: Tx, row: Insertable<LossSharing>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lossSharing')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A sharing, locked until the transaction ends. */
export const lockSharing = (tx: Tx, id: string): Promise<SharingRow> =>
  tx
    .selectFrom('lossSharing')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findSharings = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<SharingRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('lossSharing').selectAll().where('id', 'in', ids).execute()

/** The sharings that two people agreed on, newest first. */
export const approvedSharings = (reader: Database | Tx): Promise<SharingRow[]> =>
  reader
    .selectFrom('lossSharing')
    .selectAll()
    .where('approvedAt', 'is not', null)
    .orderBy('approvedAt', 'desc')
    .execute()

export async function updateSharing(
  tx: Tx,
  id: string,
  change: Partial<Omit<SharingRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('lossSharing').set(change).where('id', '=', id).execute()
}

/** Uses up the open approval for a run, whatever that run finds; undefined when there is none. */
export const spendApproval = (
  tx: Tx,
  run: { period: string; cutoff: Date; leftOver: bigint; postedAt: Date | null },
): Promise<SharingRow | undefined> =>
  tx
    .updateTable('lossSharing')
    .set({ period: run.period, leftOver: run.leftOver, postedAt: run.postedAt })
    .where('period', 'is', null)
    .where('approvedAt', '<', run.cutoff)
    .returningAll()
    .executeTakeFirst()

/**
 * The sharing that a closed platform is carrying out, or whose approval came before a cut-off;
 * undefined when there is none.
 */
export const sharingOfClosed = (
  reader: Database | Tx,
  cutoff: Date,
): Promise<SharingRow | undefined> =>
  reader
    .selectFrom('lossSharing')
    .selectAll()
    .where(one =>
      one.or([
        one.and([one('period', 'is not', null), one('postedAt', 'is', null)]),
        one.and([one('period', 'is', null), one('approvedAt', '<', cutoff)]),
      ]),
    )
    .executeTakeFirst()

/** Whether a run is under way that has frozen balances and is not done with them. */
export async function isUnderWay(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('lossSharing')
    .select('id')
    .where('period', 'is not', null)
    .where('postedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Records what everybody has in USDT, and how much of it is held. */
export async function freezeBalances(tx: Tx, period: string): Promise<void> {
  await sql`
    insert into loss_balance (period, member_id, balance)
    select ${period}, owner, posted from ledger_account
    where asset = 'USDT' and kind = 'available' and posted > 0`.execute(tx)
  await sql`
    insert into loss_hold (hold_id, period, kind, order_id, member_id, amount)
    select hold.id, ${period}, hold.kind,
      substring(split_part(hold.reference, '/', 1) from 5)::uuid, account.owner, hold.amount
    from ledger_hold hold join ledger_account account on account.id = hold.account_id
    where account.asset = 'USDT' and not exists (
      select from ledger_hold_resolution ended where ended.hold_id = hold.id)`.execute(tx)
}

/** The sharing that a run carries out; undefined when it has nothing to share. */
export const sharingOfRun = (
  reader: Database | Tx,
  period: string,
): Promise<SharingRow | undefined> =>
  reader
    .selectFrom('lossSharing')
    .selectAll()
    .where('period', '=', period)
    .where('leftOver', '>', 0n)
    .executeTakeFirst()

/** Members with their recorded balances, after a member, in the order of ids. */
export const balancesPage = (
  reader: Database | Tx,
  period: string,
  page: { after: string | null; limit: number },
): Promise<Pick<BalanceRow, 'memberId' | 'balance'>[]> => {
  let query = reader
    .selectFrom('lossBalance')
    .select(['memberId', 'balance'])
    .where('period', '=', period)
    .orderBy('memberId')
    .limit(page.limit)
  if (page.after !== null) query = query.where('memberId', '>', page.after)
  return query.execute()
}

/** Every hold at the cut-off, by id. */
export const holdsOfRun = (reader: Database | Tx, period: string): Promise<HoldRow[]> =>
  reader.selectFrom('lossHold').selectAll().where('period', '=', period).orderBy('holdId').execute()

/** Holds of some members that are still uncut; a member's come together. */
export async function uncutHolds(tx: Tx, period: string, members: number): Promise<HoldRow[]> {
  return tx
    .selectFrom('lossHold')
    .selectAll()
    .where('period', '=', period)
    .where('memberId', 'in', inner =>
      inner
        .selectFrom('lossHold as open')
        .select('open.memberId')
        .distinct()
        .where('open.period', '=', period)
        .where('open.kept', 'is', null)
        .orderBy('open.memberId')
        .limit(members),
    )
    .orderBy('memberId')
    .orderBy('holdId')
    .execute()
}

export async function markCut(tx: Tx, cuts: readonly { id: string; amount: bigint }[]) {
  await sql`
    update loss_hold set kept = cut.kept
    from unnest(${cuts.map(one => one.id)}::uuid[], ${cuts.map(one => one.amount)}::numeric[])
      as cut (hold_id, kept)
    where loss_hold.hold_id = cut.hold_id`.execute(tx)
}

/** The recorded balances of these members. */
export const balancesOf = (
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<BalanceRow[]> =>
  reader
    .selectFrom('lossBalance')
    .selectAll()
    .where('memberId', 'in', memberIds)
    .orderBy('period', 'desc')
    .execute()

export const holdsOf = (reader: Database | Tx, memberId: string): Promise<HoldRow[]> =>
  reader
    .selectFrom('lossHold')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('holdId')
    .execute()

/** The result on which two computations agreed, written before any debit. */
export const agreed = ({ shared, owed, poolDynamic, dust }: Sharing) => ({
  shared,
  owed,
  poolDynamic,
  dust,
})
