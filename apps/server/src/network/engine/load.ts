import type { Period } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { readNodes } from './blocks.ts'
import type { GrowingColumns } from './columns.ts'
import type { AddedFees } from './sums.ts'

/** Rows per read. The database packs their columns into one value each: no row is parsed. */
const BLOCK = 500_000

/** The present size of the tree and the state of its volume. */
export interface Watermark {
  /** Final members. */
  size: number
  /**
   * The last period whose placements, and therefore whose volume, are complete; null before the
   * first.
   */
  period: Period | null
  /** The database's time of the reading. */
  at: Date
}

/** Reads the watermark: two index reads, whatever the size. */
export async function watermarkOf(reader: Database | Tx): Promise<Watermark> {
  const { rows } = await sql<Watermark>`
    select coalesce((select max(idx) + 1 from placement), 0) as size,
      (select max(period) from placement_round where posted_at is not null) as period,
      house_now() as at`.execute(reader)
  return rows[0] as Watermark
}

/** Appends the nodes between the columns' end and `size`. */
export async function loadNodes(
  reader: Database | Tx,
  columns: GrowingColumns,
  size: number,
): Promise<void> {
  while (columns.size < size) {
    const from = columns.size
    const block = await readNodes(reader, from, size)
    columns.append(int32Of(block.places), int32Of(block.inviters))
    if (columns.size === from) throw new Error(`the tree has a gap at ${from}`)
  }
  if (columns.size !== size) throw new Error(`the tree has a gap before ${size}`)
}

/** Adds the own fees of every node as they were when `period` was the last one posted. */
export async function loadFees(
  reader: Database | Tx,
  columns: GrowingColumns,
  period: Period | null,
): Promise<void> {
  for (let from = 0; from < columns.size; from += BLOCK) {
    // A run under way may have added some of its own already: they are subtracted again.
    const { nodes, fees } = await packed(
      reader,
      sql`select total.idx, total.total - coalesce(sum(event.fee), 0) as fee
        from volume_total total
        left join volume_event event on event.idx = total.idx and event.period > ${period ?? ''}
        where total.idx >= ${from} and total.idx < ${Math.min(from + BLOCK, columns.size)}
        group by total.idx`,
    )
    columns.addFees(nodes, fees)
  }
}

/** Adds the volume of the settlements after one period, up to another. */
export async function loadNewFees(
  reader: Database | Tx,
  columns: GrowingColumns,
  { after, until }: { after: Period | null; until: Period | null },
): Promise<void> {
  const { nodes, fees } = await packed(
    reader,
    sql`select idx, fee from volume_event where period > ${after ?? ''} and period <= ${until ?? ''}`,
  )
  columns.addFees(nodes, fees)
}

/** The volume that the settlement of a period added; empty when there is none. */
export const feesOf = (reader: Database | Tx, period: Period | null): Promise<AddedFees> =>
  packed(reader, sql`select idx, fee from volume_event where period = ${period}`)

async function packed(
  reader: Database | Tx,
  rowsOf: ReturnType<typeof sql>,
): Promise<{ nodes: Int32Array; fees: Float64Array }> {
  const { rows } = await sql<{ nodes: Buffer | null; fees: Buffer | null }>`
    select string_agg(int4send(idx), '') as nodes, string_agg(float8send(fee::float8), '') as fees
    from (${rowsOf}) fee`.execute(reader)
  const [all] = rows
  const none = Buffer.alloc(0)
  return { nodes: int32Of(all?.nodes ?? none), fees: float64Of(all?.fees ?? none) }
}

/**
 * The database packs numbers with the high byte first. The copy is aligned as a typed array
 * requires.
 */
const int32Of = (packed: Buffer): Int32Array =>
  new Int32Array(new Uint8Array(Buffer.from(packed).swap32()).buffer)

const float64Of = (packed: Buffer): Float64Array =>
  new Float64Array(new Uint8Array(Buffer.from(packed).swap64()).buffer)
