import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'

/** Nodes of one packed block. */
const BLOCK = 100_000

/** The data of the tree's columns for consecutive nodes. */
export interface PackedNodes {
  /** Twice the parent's index, plus one for a right child; 0 for the root. */
  places: Buffer
  inviters: Buffer
}

/**
 * Packs the nodes after the last block into new blocks of `size` nodes each; the rest stay rows. A
 * placement is for ever, so a block is written once: reading the tree from blocks costs a row for
 * each hundred thousand members, and no index lookup.
 */
export async function packNodes(tx: Tx, size: number = BLOCK): Promise<void> {
  const { rows } = await sql<{ from: number; nodes: number }>`
    select coalesce((select max(from_idx + nodes) from placement_block), 0) as from,
      coalesce((select max(idx) + 1 from placement), 0) as nodes`.execute(tx)
  const { from, nodes } = rows[0] as { from: number; nodes: number }
  for (let at = from; at + size <= nodes; at += size) {
    await sql`
      insert into placement_block (from_idx, nodes, places, inviters)
      select ${at}, ${size}, node.* from (${packed(at, at + size)}) node`.execute(tx)
  }
}

/**
 * The nodes from an index on, from a block that begins there, or packed from rows up to `size` or
 * the next block.
 */
export async function readNodes(
  reader: Database | Tx,
  from: number,
  size: number,
): Promise<PackedNodes> {
  const { rows } = await sql<PackedNodes>`
    select places, inviters from placement_block
    where from_idx = ${from} and from_idx + nodes <= ${size}`.execute(reader)
  if (rows[0]) return rows[0]
  const read = await packed(from, Math.min(from + BLOCK, size)).execute(reader)
  return read.rows[0] as PackedNodes
}

const packed = (from: number, until: number) => sql<PackedNodes>`
  select string_agg(int4send(coalesce(parent_idx, 0) * 2 + case side when 'right' then 1 else 0 end), '') as places,
    string_agg(int4send(coalesce(inviter_idx, 0)), '') as inviters
  from (select parent_idx, side, inviter_idx from placement
    where idx >= ${from} and idx < ${until} order by idx) node`
