import { sql } from 'kysely'
import { tryLock } from '../../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { liftLimit } from '../../platform/database/patience.ts'
import { sqlState } from '../../platform/database/unavailable.ts'
import { sealedRows } from './canon.ts'
import { linkText } from './chain.ts'

/** A link of the chain, as written. */
interface SealedBatch {
  batch: number
  head: Buffer
  sealedAt: Date
  /** Number of transfers in the books up to and including this batch. */
  totalTransfers: number
  /** Number of rows of this batch over all tables. */
  rows: number
  /** Whether ended transactions remain to be sealed. */
  more: boolean
}

export interface Sealer {
  /** Indexes what was written since the last call; returns the number of page ranges. */
  summarize(): Promise<number>
  /** Seals the next batch; null when there is nothing to seal or another worker is sealing. */
  seal(): Promise<SealedBatch | null>
}

/** The end of the chain: every row up to this transaction is sealed. */
interface ChainEnd {
  batch: number
  toXid: number
  totalTransfers: number
}

/** Target size of a batch in rows; a single larger transaction exceeds it. */
const MOST_ROWS = 20_000
const FIRST_WIDTH = 10_000

/**
 * Writes the chain behind the ledger. A batch is every row of the transactions of a span, and a
 * span ends before the oldest open transaction: its content is final, so a late commit cannot be
 * skipped, and a batch interrupted by a kill is made again.
 */
export function openSealer(database: Database, mostRows: number = MOST_ROWS): Sealer {
  // For speed only: the last suitable width of a span, and the point up to which nothing was found.
  const memory = { width: FIRST_WIDTH, quietTo: 0 }
  return {
    summarize: () => summarizeHistory(database),
    seal: () =>
      database.transaction().execute(async tx => {
        if (!(await aloneWith(tx))) return null
        // The bounds of the span decide the plan, and a table that was never analysed must not undo
        // that.
        await sql`set local enable_seqscan = off`.execute(tx)
        await liftLimit(tx, '10min')
        const end = await chainEnd(tx)
        const finished = await finishedTo(tx)
        if (finished < end.toXid) throw new Error(RESTORED)
        const low = Math.max(end.toXid, memory.quietTo)
        const high = await spanEnd(tx, { low, finished, width: memory.width, mostRows })
        if (high === null) {
          memory.quietTo = finished
          return null
        }
        const sealed = await writeBatch(tx, end, high)
        const width = high - low
        memory.width = Math.min(1_000_000, sealed.rows < mostRows / 4 ? width * 2 : width)
        return { ...sealed, more: high < finished }
      }),
  }
}

/** A vacuum takes the same lock: this job does not wait for it, and tries again later. */
async function summarizeHistory(database: Database): Promise<number> {
  try {
    return await database.transaction().execute(async tx => {
      if (!(await aloneWith(tx))) return 0
      const { rows } = await sql<{ ranges: number }>`
        select ledger_summarize_history() as ranges`.execute(tx)
      return rows[0]?.ranges ?? 0
    })
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return 0
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

const RESTORED =
  'the transactions of this database are numbered below the end of the audit chain: it was restored by hand. Stop the programs and run npm run restored.'

const aloneWith = (tx: Tx): Promise<boolean> => tryLock(tx, 'ledgerAudit')

async function chainEnd(tx: Tx): Promise<ChainEnd> {
  const last = await tx
    .selectFrom('ledgerAudit')
    .select(['batch', 'toXid', 'totalTransfers'])
    .orderBy('batch', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { batch: 0, toXid: 0, totalTransfers: 0 }
}

/** Every transaction up to this one has ended, and the next statement sees what it committed. */
async function finishedTo(tx: Tx): Promise<number> {
  const { rows } = await sql<{ xid: number }>`
    select oldest_open_transaction() - 1 as xid`.execute(tx)
  return rows[0]?.xid ?? 0
}

/** The end of the next span that has rows, but not too many; null when there is none. */
async function spanEnd(
  tx: Tx,
  search: { low: number; finished: number; width: number; mostRows: number },
): Promise<number | null> {
  let low = search.low
  let high = Math.min(search.finished, low + search.width)
  while (high > low) {
    const rows = await countRows(tx, low, high)
    if (rows > search.mostRows && high - low > 1) {
      high = low + Math.floor((high - low) / 2)
    } else if (rows > 0) {
      return high
    } else {
      const first = await firstAfter(tx, high, search.finished)
      if (first === null) return null
      low = first - 1
      high = Math.min(search.finished, low + search.width)
    }
  }
  return null
}

/** A transfer is sealed with its two postings, and a block has as many transfers as accounts. */
const history = [
  { table: 'ledger_transfer', rows: sql`3 * count(*)` },
  { table: 'ledger_transfer_block', rows: sql`3 * coalesce(sum(cardinality(accounts)), 0)` },
  { table: 'ledger_hold', rows: sql`count(*)` },
  { table: 'ledger_hold_resolution', rows: sql`count(*)` },
  { table: 'ledger_epoch', rows: sql`count(*)` },
]

/** How many rows a batch of this span would have. */
async function countRows(tx: Tx, low: number, high: number): Promise<number> {
  const counts = history.map(
    ({ table, rows }) =>
      sql`select ${rows} as rows from ${sql.table(table)} where xid > ${low}::bigint and xid <= ${high}::bigint`,
  )
  const { rows } = await sql<{ rows: number }>`
    select sum(rows)::bigint as rows from (${sql.join(counts, sql` union all `)}) part`.execute(tx)
  return rows[0]?.rows ?? 0
}

async function firstAfter(tx: Tx, low: number, high: number): Promise<number | null> {
  const firsts = history.map(
    ({ table }) =>
      sql`select min(xid) as xid from ${sql.table(table)} where xid > ${low}::bigint and xid <= ${high}::bigint`,
  )
  const { rows } = await sql<{ xid: number | null }>`
    select min(xid) as xid from (${sql.join(firsts, sql` union all `)}) part`.execute(tx)
  return rows[0]?.xid ?? null
}

/** One statement reads the rows, hashes them and links them to the previous head. */
async function writeBatch(tx: Tx, end: ChainEnd, high: number): Promise<Omit<SealedBatch, 'more'>> {
  const { rows } = await sql<Omit<SealedBatch, 'more'>>`
    with sealed as materialized (
      select count(*) filter (where part = 1) as transfers,
        count(*) filter (where part = 2) as postings,
        count(*) filter (where part = 3) as holds,
        count(*) filter (where part = 4) as resolutions,
        count(*) filter (where part = 5) as epochs,
        sha256(string_agg(digest, ''::bytea order by part, key, number)) as body,
        string_agg(uuid_send(name) || substring(digest for 8), ''::bytea order by part, key, number) as entries,
        house_now() as sealed_at
      from (${sealedRows(end.toXid, high)}) row),
    linked as (
      select sealed.*, ${end.batch + 1}::bigint as batch, ${end.toXid}::bigint as from_xid,
        ${high}::bigint as to_xid, ${end.totalTransfers}::bigint + transfers as total_transfers
      from sealed)
    insert into ledger_audit (batch, from_xid, to_xid, transfers, postings, holds, resolutions,
      epochs, total_transfers, sealed_at, body, entries, head)
    select batch, from_xid, to_xid, transfers, postings, holds, resolutions,
      epochs, total_transfers, sealed_at, body, entries,
      sha256(
        coalesce((select head from ledger_audit where batch = ${end.batch}::bigint), ${Buffer.alloc(32)}::bytea)
        || convert_to(${linkText}, 'UTF8')
        || body)
    from linked
    returning batch, head, sealed_at, total_transfers,
      transfers + postings + holds + resolutions + epochs as rows`.execute(tx)
  const sealed = rows[0]
  if (!sealed) throw new Error('a batch was sealed and is not there')
  return sealed
}
