import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DepositKey } from './generated.ts'

type Reader = Database | Tx

/** A proposed change of the deposit key with its outcome. */
export type DepositKeyRow = Selectable<DepositKey>

/**
 * A deposit key that is or was in use: for the indexes from its first one up to that of the next.
 */
export interface Generation {
  number: number
  xpub: string
  firstIndex: number
  /** Null while no address was given out. */
  since: Date | null
  /** The text for members; null for the first key. */
  why: { zh: string; en: string } | null
}

/**
 * So many indexes beyond the highest one that a restored database knows may have been given out and
 * lost.
 */
const LOST_BY_A_RESTORE = 1_000_000

/** Serializes giving out addresses and changing the key, until the transaction ends. */
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
 * The index of the next address, under the lock. A restored database does not know which indexes it
 * gave out since its backup. They are skipped, so that no member is given an address that was shown
 * to another.
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

/** True when an address was ever given out. */
export async function hasAddresses(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('depositAddress')
    .select('derivationIndex')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the key that the first address is derived from. */
export async function insertFirstKey(tx: Tx, id: string, xpub: string): Promise<void> {
  await tx
    .insertInto('depositKey')
    .values({ id, xpub, number: 1, firstIndex: 0, since: sql<Date>`house_now()` })
    .execute()
}

export async function insertChange(
  tx: Tx,
  row: Pick<DepositKeyRow, 'id' | 'xpub' | 'whyZh' | 'whyEn' | 'proposedBy' | 'proposedAt'>,
): Promise<void> {
  await tx.insertInto('depositKey').values(row).execute()
}

/** The status of a key: in use, used before, or proposed now. */
export async function keyStatus(reader: Reader, xpub: string): Promise<'used' | 'open' | null> {
  const row = await reader
    .selectFrom('depositKey')
    .select('number')
    .where('xpub', '=', xpub)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : row.number === null ? 'open' : 'used'
}

/** True when a change is proposed and not decided. */
export async function hasOpenChange(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('depositKey')
    .select('id')
    .where('number', 'is', null)
    .where('droppedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends, so that it is not both approved and dropped. */
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

/** Changes that were approved since a time, in order. */
export const approvedSince = (reader: Reader, since: Date): Promise<DepositKeyRow[]> =>
  reader
    .selectFrom('depositKey')
    .selectAll()
    .where('approvedBy', 'is not', null)
    .where('since', '>', since)
    .orderBy('number')
    .execute()

/** Members who were shown an address of an earlier index, after the given member, ordered by id. */
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
