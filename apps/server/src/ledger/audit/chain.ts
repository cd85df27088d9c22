import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { micros } from './canon.ts'

/** A head of the chain, as shown and exported. */
export interface Head {
  batch: number
  /** Hexadecimal. */
  head: string
  sealedAt: Date
  totalTransfers: number
}

/** The newest head, or that of a batch; undefined when it does not exist. */
export async function headOf(
  database: Database | Tx,
  batch?: number | undefined,
): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select batch, encode(head, 'hex') as head, sealed_at, total_transfers from ledger_audit
    ${batch === undefined ? sql`` : sql`where batch = ${batch}::bigint`}
    order by ledger_audit.batch desc limit 1`.execute(database)
  return rows[0]
}

/** Heads after a batch, oldest first. */
export async function headsAfter(
  database: Database | Tx,
  batch: number,
  limit: number,
): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select batch, encode(head, 'hex') as head, sealed_at, total_transfers from ledger_audit
    where batch > ${batch}::bigint order by ledger_audit.batch limit ${limit}`.execute(database)
  return rows
}

/** A link of the chain with everything that its head is computed from. Hashes are hexadecimal. */
export interface Link {
  batch: number
  head: string
  text: string
  body: string
}

/** Links after a batch, oldest first. */
export async function linksAfter(
  database: Database,
  batch: number,
  limit: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select batch, encode(head, 'hex') as head, ${linkText} as text, encode(body, 'hex') as body
    from ledger_audit where batch > ${batch}::bigint order by ledger_audit.batch limit ${limit}`.execute(
    database,
  )
  return rows
}

/**
 * The part of a link's own row that is hashed with the previous head and the body: docs/ledger.md.
 */
export const linkText = sql<string>`concat_ws('|', 'batch', batch, from_xid, to_xid, transfers, postings,
  holds, resolutions, epochs, total_transfers, ${micros(sql`sealed_at`)})`

/**
 * The age in milliseconds of the oldest transfer that is in no batch yet. The line of a split
 * carries the instant of the split, so it is not counted.
 */
export async function sealingLagMs(database: Database): Promise<number> {
  const isUnsealed = sql`kind <> 'split'
    and xid > coalesce((select to_xid from ledger_audit order by batch desc limit 1), 0)`
  const { rows } = await sql<{ lagMs: number }>`
    select greatest(0, coalesce(extract(epoch from house_now() - min(posted_at)), 0) * 1000)::bigint as lag_ms
    from (select posted_at from ledger_transfer where ${isUnsealed}
      union all select posted_at from ledger_transfer_block where ${isUnsealed}) unsealed`.execute(
    database,
  )
  return rows[0]?.lagMs ?? 0
}
