import type { Period } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { liftLimit } from '../../platform/database/patience.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { TreeBlock } from '../../platform/sum-tree.ts'
import type { StaticPayRoot, StaticPayTree } from '../generated.ts'
import { PAYOUT_BLOCK } from '../migrations.ts'
import { sharesIn } from '../round-store.ts'

export type PayTreeRow = Selectable<StaticPayTree>
export type PayRootRow = Selectable<StaticPayRoot>

/** The top of a tree with its sums. Micro-units. */
export interface PayTop {
  tree: Uint8Array
  depth: number
  weight: bigint
  pay: bigint
}

/** Positions whose keys are in one row of a result. */
const KEYS_PER_ROW = 50_000
/** Rows of one statement. */
const BLOCK_ROWS = 16

/** Long enough for a million positions. */
const takeTime = (tx: Tx): Promise<void> => liftLimit(tx, '0')

/** Creates the tree of a run, or returns the existing one: its key never changes. */
export async function beginTree(tx: Tx, row: Insertable<StaticPayTree>): Promise<PayTreeRow> {
  await tx
    .insertInto('staticPayTree')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await findTree(tx, row.period)) as PayTreeRow
}

export const findTree = (reader: Database | Tx, period: Period): Promise<PayTreeRow | undefined> =>
  reader.selectFrom('staticPayTree').selectAll().where('period', '=', period).executeTakeFirst()

/**
 * The login keys of the owners of all positions of a run, 32 bytes each, in the order of positions.
 */
export const loginKeysOf = (database: Database, period: Period): Promise<Buffer> =>
  inTransaction(database, async tx => {
    await takeTime(tx)
    const { rows } = await sql<{ keys: Buffer }>`
      select string_agg(key, '' order by place) as keys from (
        select coalesce(member.public_key, decode(repeat('00', 32), 'hex')) as key,
          row_number() over (order by position.id) as place
        from static_position position left join member on member.id = position.member_id
        where ${sharesIn(period)}) keyed
      group by (place - 1) / ${sql.lit(KEYS_PER_ROW)} order by min(place)`.execute(tx)
    return Buffer.concat(rows.map(row => row.keys))
  })

/** Stores the blocks of a tree and its top, once: all or nothing. */
export const writeTree = (
  database: Database,
  period: Period,
  { tree, depth, weight, pay }: PayTop,
  blocks: readonly TreeBlock[],
): Promise<void> =>
  inTransaction(database, async tx => {
    await takeTime(tx)
    const { numUpdatedRows } = await tx
      .updateTable('staticPayTree')
      .set({ tree: Buffer.from(tree), depth, weight, pay })
      .where('period', '=', period)
      .where('tree', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    for (let from = 0; from < blocks.length; from += BLOCK_ROWS)
      await tx
        .insertInto('staticPayTreeBlock')
        .values(
          blocks.slice(from, from + BLOCK_ROWS).map((kept, n) => ({
            period,
            block: from + n,
            ...kept,
          })),
        )
        .execute()
  })

/** Publishes the root of a run, once for good. */
export async function insertPayRoot(tx: Tx, row: Insertable<StaticPayRoot>): Promise<void> {
  await tx.insertInto('staticPayRoot').values(row).execute()
}

export const findPayRoot = (
  reader: Database | Tx,
  period: Period,
): Promise<PayRootRow | undefined> =>
  reader.selectFrom('staticPayRoot').selectAll().where('period', '=', period).executeTakeFirst()

/** The published roots of some settlements, in hex. */
export async function payRootsOf(
  reader: Database | Tx,
  periods: readonly Period[],
): Promise<Map<Period, string>> {
  const rows = await reader
    .selectFrom('staticPayRoot')
    .select(['period', 'root'])
    .where('period', '=', sql<string>`any(${[...periods]}::text[])`)
    .execute()
  return new Map(rows.map(({ period, root }) => [period, root.toString('hex')]))
}

/** A position by its number among all of a run, in the order of payment. */
export interface NumberedPosition {
  number: number
  position: string
  weight: bigint
  pay: bigint
  publicKey: Buffer
}

/** Payouts of a run by blocks, which are full except the last. */
const numberedBlocks = (period: Period) => sql`
  numbered as materialized (
    select first, (row_number() over (order by first) - 1)::integer as block
    from static_payout_block where period = ${period})`

/** Numbers of some positions of a run. */
export async function numbersOf(
  reader: Database,
  period: Period,
  positions: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with ${numberedBlocks(period)}
    select numbered.block * ${sql.lit(PAYOUT_BLOCK)} + array_position(payouts.positions, own.id) - 1 as number
    from unnest(${[...positions]}::uuid[]) with ordinality own (id, place)
    cross join lateral (select * from static_payout_block
      where period = ${period} and first <= own.id order by first desc limit 1) payouts
    join numbered on numbered.first = payouts.first
    order by own.place`.execute(reader)
  return rows.map(row => row.number)
}

/** Positions of a run by their numbers. */
export async function positionsNumbered(
  reader: Database,
  period: Period,
  numbers: readonly number[],
): Promise<Map<number, NumberedPosition>> {
  const { rows } = await sql<NumberedPosition>`
    with ${numberedBlocks(period)}, asked as (
      select number, number / ${sql.lit(PAYOUT_BLOCK)} as block, number % ${sql.lit(PAYOUT_BLOCK)} + 1 as place
      from unnest(${[...numbers]}::integer[]) as number)
    select asked.number, payouts.positions[place] as position, payouts.weights[place]::numeric as weight,
      payouts.amounts[place]::numeric as pay,
      coalesce(member.public_key, decode(repeat('00', 32), 'hex')) as public_key
    from asked join numbered using (block)
    join static_payout_block payouts on payouts.period = ${period} and payouts.first = numbered.first
    join static_position position on position.id = payouts.positions[place]
    left join member on member.id = position.member_id`.execute(reader)
  return new Map(rows.map(row => [row.number, row]))
}

/** The block of a tree that contains a leaf's hash. */
export const leavesAround = (reader: Database, period: Period, hash: Uint8Array) =>
  reader
    .selectFrom('staticPayTreeBlock')
    .select(['block', 'numbers', 'groups'])
    .where('period', '=', period)
    .where('first', '<=', Buffer.from(hash))
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The nodes above the blocks of a tree, from left to right. */
export async function blockNodes(reader: Database, period: Period): Promise<Buffer> {
  const { rows } = await sql<{ nodes: Buffer }>`
    select string_agg(node, '' order by block) as nodes from static_pay_tree_block
    where period = ${period}`.execute(reader)
  return (rows[0] as { nodes: Buffer }).nodes
}

/** A member's login key; zeros when there is none. */
export async function loginKeyOf(reader: Database, memberId: string): Promise<Buffer> {
  const row = await reader
    .selectFrom('member')
    .select('publicKey')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.publicKey ?? Buffer.alloc(32)
}
