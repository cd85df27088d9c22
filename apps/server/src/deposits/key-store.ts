import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DepositKey } from '../platform/database/generated.ts'

type Reader = Database | Tx

/** A change of the deposit key as it was proposed, and what became of it. */
export type DepositKeyRow = Selectable<DepositKey>

/** A deposit key that is in use, or was: for the indexes from its first one up to that of the next. */
export interface Generation {
  number: number
  xpub: string
  firstIndex: number
  /** Null while no address was given out. */
  since: Date | null
  /** What members read; null for the first key. */
  why: { zh: string; en: string } | null
}

/** Behind the highest index that a restored database knows, so many may have been given out and lost. */
const LOST_BY_A_RESTORE = 1_000_000

/** Who gives out addresses, or changes the key, does it alone; the lock ends with the transaction. */
export async function lockAddresses(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deposit address', 0))`.execute(tx)
}

/** All generations in their order. */
export async function generationsOf(reader: Reader): Promise<Generation[]> {
  const rows = await reader
    .selectFrom('depositKey')
    .selectAll()
    .where('number', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number, xpub, firstIndex, since, whyZh, whyEn }) => ({
    number: number ?? 0,
    xpub,
    firstIndex: firstIndex ?? 0,
    since,
    why: whyZh === null || whyEn === null ? null : { zh: whyZh, en: whyEn },
  }))
}

/**
 * The index of the next address, under the lock. A restored database has forgotten which indexes it gave
 * out since its backup: they are left out, so that nobody is given an address that somebody else was shown.
 */
export async function nextIndex(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select greatest(
      coalesce(last.derivation_index + 1
        + case when last.cluster < here.number then ${LOST_BY_A_RESTORE}::int else 0 end, 0),
      (select coalesce(max(first_index), 0) from deposit_key))::int as next
    from (select max(number) as number from database_cluster) here
      left join lateral (select derivation_index, cluster from deposit_address
        order by derivation_index desc limit 1) last on true`.execute(tx)
  return rows[0]?.next ?? 0
}

/** Was an address ever given out? */
export async function hasAddresses(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('depositAddress')
    .select('derivationIndex')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes down the key that the first address comes from. */
export async function insertFirstKey(tx: Tx, id: string, xpub: string): Promise<void> {
  await sql`insert into deposit_key (id, xpub, number, first_index, since)
    values (${id}, ${xpub}, 1, 0, house_now())`.execute(tx)
}

export async function insertChange(
  tx: Tx,
  row: Pick<DepositKeyRow, 'id' | 'xpub' | 'whyZh' | 'whyEn' | 'proposedBy' | 'proposedAt'>,
): Promise<void> {
  await tx.insertInto('depositKey').values(row).execute()
}

/** Of a key: whether it is in use, was, or is proposed now. */
export async function standingOf(reader: Reader, xpub: string): Promise<'used' | 'open' | null> {
  const row = await reader
    .selectFrom('depositKey')
    .select('number')
    .where('xpub', '=', xpub)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : row.number === null ? 'open' : 'used'
}

/** Is a change proposed that nobody has decided? */
export async function hasOpenChange(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('depositKey')
    .select('id')
    .where('number', 'is', null)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends: it is approved or dropped, not both. */
export const lockChange = (tx: Tx, id: string): Promise<DepositKeyRow | undefined> =>
  tx.selectFrom('depositKey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findChanges = (reader: Reader, ids: readonly string[]): Promise<DepositKeyRow[]> =>
  reader.selectFrom('depositKey').selectAll().where('id', 'in', ids).execute()

export async function endChange(
  tx: Tx,
  id: string,
  end:
    | Pick<DepositKeyRow, 'number' | 'firstIndex' | 'since' | 'approvedBy'>
    | Pick<DepositKeyRow, 'droppedAt'>,
): Promise<void> {
  await tx.updateTable('depositKey').set(end).where('id', '=', id).execute()
}

/** Changes that were approved since a time, in their order. */
export const approvedSince = (reader: Reader, since: Date): Promise<DepositKeyRow[]> =>
  reader
    .selectFrom('depositKey')
    .selectAll()
    .where('approvedBy', 'is not', null)
    .where('since', '>', since)
    .orderBy('number')
    .execute()

/** Members who were shown an address of an earlier index, after a member, in the order of ids. */
export async function membersBefore(
  reader: Reader,
  firstIndex: number,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select distinct member_id from deposit_address
    where derivation_index < ${firstIndex} and (${after}::uuid is null or member_id > ${after}::uuid)
    order by member_id limit ${limit}`.execute(reader)
  return rows.map(row => row.memberId)
}
