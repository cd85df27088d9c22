import { type Asset, assets, type PlatformLeafName, type TreeRoot } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { liftLimit } from '../../platform/database/patience.ts'
import type { TreeBlock } from '../../platform/sum-tree.ts'
import type { SolvencyLook, SolvencyRoot, SolvencyRootTree } from '../generated.ts'
import { newestDay } from '../store.ts'
import { OWNERS_PER_ROW, type PlatformLeaf } from './leaves.ts'

/** Paths are available for so many of the newest roots. */
const SNAPSHOTS_KEPT = 3
/** Rows of one statement. */
const OWNER_ROWS = 5_000
const LEAF_ROWS = 16

export type SnapshotRow = Selectable<SolvencyLook>
type RootRow = Selectable<SolvencyRoot>
type RootTreeRow = Selectable<SolvencyRootTree>

/** Platform leaves by asset as stored: amounts are decimal text of micro-units. */
export type KeptPlatform = Record<Asset, { name: PlatformLeafName; amount: string }[]>

/** The platform's leaves of one tree, in the order of their numbers. */
export const platformOf = (frozen: Pick<SnapshotRow, 'house'>, asset: Asset): PlatformLeaf[] =>
  (frozen.house as unknown as KeptPlatform)[asset].map(({ name, amount }) => ({
    name,
    amount: BigInt(amount),
  }))

/** The newest published settlement, or the day after the last settlement of a closed platform. */
export async function newestPeriod(reader: Database | Tx): Promise<string | null> {
  const { rows } = await sql<{ period: string | null }>`select ${newestDay} as period`.execute(
    reader,
  )
  return rows[0]?.period ?? null
}

/** The same, if it has no root yet. */
export async function periodWithoutRoot(reader: Database): Promise<string | null> {
  const { rows } = await sql<{ period: string }>`
    select period from (select ${newestDay} as period) newest
    where period is not null and not exists (select from solvency_root root where root.period = newest.period)`.execute(
    reader,
  )
  return rows[0]?.period ?? null
}

/** A snapshot whose root is not published yet: there is one at most. */
export const unpublishedSnapshot = (reader: Database | Tx): Promise<SnapshotRow | undefined> =>
  reader
    .selectFrom('solvencyLook')
    .selectAll()
    .where('period', 'not in', qb => qb.selectFrom('solvencyRoot').select('period'))
    .executeTakeFirst()

/** A snapshot from which members can be shown their paths: its root is published. */
export const provableSnapshot = (
  reader: Database | Tx,
  period: string,
): Promise<(SnapshotRow & { root: Buffer }) | undefined> =>
  reader
    .selectFrom('solvencyLook')
    .innerJoin('solvencyRoot', 'solvencyRoot.period', 'solvencyLook.period')
    .selectAll('solvencyLook')
    .select('solvencyRoot.root')
    .where('solvencyLook.period', '=', period)
    .executeTakeFirst()

export const insertSnapshot = (tx: Tx, frozen: Insertable<SolvencyLook>): Promise<SnapshotRow> =>
  tx.insertInto('solvencyLook').values(frozen).returningAll().executeTakeFirstOrThrow()

/**
 * Sets limits for as long as a million members take. A power cut may undo the commit, because the
 * work is done again then: the root's own commit makes everything before it durable.
 */
export async function takeTime(tx: Tx): Promise<void> {
  await liftLimit(tx, '0')
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
}

/** All owners of a snapshot, read a few thousand rows at a time. */
export async function ownersOf(
  database: Database,
  { period, members }: Pick<SnapshotRow, 'period' | 'members'>,
): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let from = 0; from * OWNERS_PER_ROW < members; from += OWNER_ROWS) {
    const { rows } = await sql<{ owners: Buffer }>`
      select string_agg(owners, '' order by block) as owners from solvency_look_owners
      where period = ${period} and block >= ${from} and block < ${from + OWNER_ROWS}`.execute(
      database,
    )
    parts.push(...rows.map(row => row.owners))
  }
  return Buffer.concat(parts)
}

/** Rows of owners by their numbers, and by the first member in them. */
export const ownerRows = (reader: Database, period: string, blocks: readonly number[]) =>
  reader
    .selectFrom('solvencyLookOwners')
    .select(['block', 'owners'])
    .where('period', '=', period)
    .where('block', '=', sql<number>`any(${[...blocks]}::int[])`)
    .execute()

export const ownerRowOf = (reader: Database, period: string, memberId: string) =>
  reader
    .selectFrom('solvencyLookOwners')
    .select(['block', 'owners'])
    .where('period', '=', period)
    .where('first', '<=', memberId)
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores the blocks of the trees of a snapshot, after deleting those of an earlier try. */
export async function writeLeaves(
  tx: Tx,
  period: string,
  blocks: readonly (TreeBlock & { asset: Asset; block: number })[],
): Promise<void> {
  await tx.deleteFrom('solvencyLookLeaves').where('period', '=', period).execute()
  for (let from = 0; from < blocks.length; from += LEAF_ROWS)
    await tx
      .insertInto('solvencyLookLeaves')
      .values(blocks.slice(from, from + LEAF_ROWS).map(block => ({ period, ...block })))
      .execute()
}

/** The block that contains a leaf's hash. */
export const leavesAround = (reader: Database, period: string, asset: Asset, hash: Uint8Array) =>
  reader
    .selectFrom('solvencyLookLeaves')
    .select(['block', 'numbers', 'groups'])
    .where('period', '=', period)
    .where('asset', '=', asset)
    .where('first', '<=', Buffer.from(hash))
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The nodes over the blocks of a tree, from left to right. */
export async function blockNodes(reader: Database, period: string, asset: Asset): Promise<Buffer> {
  const { rows } = await sql<{ nodes: Buffer }>`
    select string_agg(node, '' order by block) as nodes from solvency_look_leaves
    where period = ${period} and asset = ${asset}`.execute(reader)
  return (rows[0] as { nodes: Buffer }).nodes
}

/** The root that the next one follows. */
export async function newestRoot(tx: Tx): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('solvencyRoot')
    .select('root')
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.root ?? null
}

/** Publishes a root for good, and deletes what can no longer be shown. */
export async function writeRoot(
  tx: Tx,
  frozen: SnapshotRow,
  { previous, root, trees }: { previous: Uint8Array; root: Uint8Array; trees: readonly TreeRoot[] },
): Promise<void> {
  const { period, sid, domain, takenAt, snapshot, sequence, blockNumber, blockHash, members } =
    frozen
  await tx
    .insertInto('solvencyRoot')
    .values({
      period,
      sid,
      domain,
      takenAt,
      snapshot,
      sequence,
      blockNumber,
      blockHash,
      members,
      previous: Buffer.from(previous),
      root: Buffer.from(root),
    })
    .execute()
  const house = frozen.house as unknown as KeptPlatform
  await tx
    .insertInto('solvencyRootTree')
    .values(
      trees.map(({ asset, root, total, depth }) => ({
        period,
        asset,
        root: Buffer.from(root),
        total,
        depth,
        house: JSON.stringify(house[asset]),
      })),
    )
    .execute()
  await tx
    .deleteFrom('solvencyLook')
    .where('period', 'in', qb =>
      qb
        .selectFrom('solvencyRoot')
        .select('period')
        .orderBy('period', 'desc')
        .offset(SNAPSHOTS_KEPT),
    )
    .execute()
}

/** A published root with its trees, USDT first. */
export interface KeptRoot extends RootRow {
  trees: RootTreeRow[]
  /** True while members can still be shown their paths. */
  provable: boolean
}

/** Published roots, newest first, from before a period on. */
export async function publishedRootRows(
  reader: Database,
  before: string | null,
  limit: number,
): Promise<KeptRoot[]> {
  const roots = await reader
    .selectFrom('solvencyRoot')
    .leftJoin('solvencyLook', 'solvencyLook.period', 'solvencyRoot.period')
    .selectAll('solvencyRoot')
    .select(eb => eb('solvencyLook.period', 'is not', null).$castTo<boolean>().as('provable'))
    .$if(before !== null, query => query.where('solvencyRoot.period', '<', before as string))
    .orderBy('solvencyRoot.period', 'desc')
    .limit(limit)
    .execute()
  const trees = await reader
    .selectFrom('solvencyRootTree')
    .selectAll()
    .where('period', '=', sql<string>`any(${roots.map(root => root.period)}::text[])`)
    .execute()
  return roots.map(root => ({
    ...root,
    trees: assets.map(
      asset =>
        trees.find(tree => tree.period === root.period && tree.asset === asset) as RootTreeRow,
    ),
  }))
}

/** The published roots of some settlements in hex. */
export async function rootsOf(
  reader: Database,
  periods: readonly string[],
): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom('solvencyRoot')
    .select(['period', 'root'])
    .where('period', '=', sql<string>`any(${[...periods]}::text[])`)
    .execute()
  return new Map(rows.map(({ period, root }) => [period, root.toString('hex')]))
}
