import {
  type DynamicNodes,
  GrowingIds,
  type KeptVolume,
  type Period,
  reopenedRoundOf,
  roundOf,
} from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DynamicRound } from './generated.ts'

export type Reader = Database | Tx
export type DynamicRoundRow = Selectable<DynamicRound>

export const findDynamicRound = (
  reader: Reader,
  period: Period,
): Promise<DynamicRoundRow | undefined> =>
  reader.selectFrom('dynamicRound').selectAll().where('period', '=', period).executeTakeFirst()

/** Freezes the switch and the set of nodes: all that earlier runs made final. */
export async function insertDynamicRound(
  tx: Tx,
  round: { period: Period; enabled: boolean; pairBps: number },
): Promise<void> {
  const { period, enabled, pairBps } = round
  await sql`
    insert into dynamic_round (period, enabled, nodes, pair_bps_before, closed_at)
    select ${period}, ${enabled}, (select coalesce(max(idx) + 1, 0) from placement),
      coalesce((select pair_bps from dynamic_round where paid_at is not null order by period desc limit 1),
        ${pairBps}::int), house_now()
    on conflict (period) do nothing`.execute(tx)
}

/** The tree and what its nodes carry, without standings and fees. */
export type Tree = Omit<DynamicNodes, 'standings' | 'countedFees'>

/** Nodes per read: as text, they are a few megabytes. */
const NODES = 100_000

/**
 * The tree as a run starts with it: nodes below a number, balances as the run before has left them.
 */
export async function readTree(reader: Reader, period: Period, nodes: number): Promise<Tree> {
  const memberIds = new GrowingIds()
  const tree = {
    parents: new Int32Array(nodes),
    sides: new Uint8Array(nodes),
    inviters: new Int32Array(nodes),
    balancesLeft: new BigInt64Array(nodes),
    balancesRight: new BigInt64Array(nodes),
    paidInRound: new BigInt64Array(nodes),
  }
  for (let from = 0; from < nodes; from += NODES) {
    const range = { from, to: Math.min(from + NODES, nodes) }
    await readPlaces(reader, { ...tree, memberIds }, range)
    await readBalances(reader, tree, { ...range, period })
  }
  return { ...tree, memberIds: memberIds.ids }
}

/** The tree while its pages are read. */
type GrowingTree = Omit<Tree, 'memberIds'> & { memberIds: GrowingIds }

interface Range {
  from: number
  to: number
}

async function readPlaces(reader: Reader, tree: GrowingTree, { from, to }: Range): Promise<void> {
  const { rows } = await sql<Record<'members' | 'parents' | 'sides' | 'inviters', string>>`
    select string_agg(member_id::text, '","' order by idx) as members,
      string_agg(coalesce(parent_idx, -1)::text, ',' order by idx) as parents,
      string_agg(case side when 'right' then '1' else '0' end, '' order by idx) as sides,
      string_agg(coalesce(inviter_idx, -1)::text, ',' order by idx) as inviters
    from placement where idx >= ${from} and idx < ${to}`.execute(reader)
  const [row] = rows
  if (!row) return
  tree.memberIds.add(row.members)
  if (tree.memberIds.length !== to) throw new Error(`the tree has a gap before node ${to}`)
  let node = from
  for (const parent of row.parents.split(',')) tree.parents[node++] = Number(parent)
  node = from
  for (const inviter of row.inviters.split(',')) tree.inviters[node++] = Number(inviter)
  for (let i = 0; i < row.sides.length; i++) tree.sides[from + i] = Number(row.sides[i])
}

interface BalanceRow {
  idx: number
  left: bigint
  right: bigint
  round: string
  paid: bigint
}

/** The rows of a run that changed a node keep its values from before the run. */
async function readBalances(
  reader: Reader,
  tree: Omit<Tree, 'memberIds'>,
  { from, to, period }: Range & { period: Period },
): Promise<void> {
  const { rows } = await sql<BalanceRow>`
    select idx,
      case when period < ${period} then left_volume else left_before end as left,
      case when period < ${period} then right_volume else right_before end as right,
      case when period < ${period} then round else round_before end as round,
      case when period < ${period} then paid_in_round else paid_before end as paid
    from dynamic_balance where idx >= ${from} and idx < ${to}`.execute(reader)
  // Materialized once: there is a row of each node that was ever changed.
  const rounds = new Set([roundOf(period), reopenedRoundOf(period)])
  for (const { idx, left, right, round, paid } of rows) {
    tree.balancesLeft[idx] = left
    tree.balancesRight[idx] = right
    tree.paidInRound[idx] = rounds.has(round) ? paid : 0n
  }
}

/** Fees by member, in two columns of one length. Micro-USDT. */
export interface FeesOfMembers {
  memberIds: readonly string[]
  fees: readonly bigint[]
}

/**
 * The fees that count towards being effective, by node: trades of earlier runs, and exchanges.
 * Micro-USDT.
 */
export async function countedFees(
  reader: Reader,
  window: { period: Period; trades: Period; nodes: number },
  exchangeFees: FeesOfMembers,
): Promise<BigInt64Array> {
  const { period, trades, nodes } = window
  const fees = new BigInt64Array(nodes)
  // As two texts: half a million row objects of the driver cost more than everything else.
  const { rows } = await sql<{ nodes: string | null; fees: string | null }>`
    select string_agg(idx::text, ',' order by idx) as nodes,
      string_agg(fees::text, ',' order by idx) as fees
    from (select node.idx, sum(counted.fee)::numeric(38,0) as fees
    from (
      select member_id, value as fee from dynamic_volume
      where outside and period >= ${trades} and period < ${period}
      union all
      select member_id, fee from
        unnest(${exchangeFees.memberIds}::uuid[], ${exchangeFees.fees}::numeric[]) as exchanged (member_id, fee)
    ) counted
    join placement node on node.member_id = counted.member_id and node.idx < ${nodes}
    group by node.idx) by_node`.execute(reader)
  const sums = rows[0]?.fees?.split(',') ?? []
  const places = rows[0]?.nodes?.split(',') ?? []
  for (let i = 0; i < sums.length; i++) fees[Number(places[i])] = BigInt(sums[i] as string)
  return fees
}

/** Volume that no run before this one has credited, in the order of its fees. */
export async function keptVolumes(
  reader: Reader,
  period: Period,
  nodes: number,
): Promise<KeptVolume[]> {
  const { rows } = await sql<KeptVolume>`
    select kept.trade_id, kept.member_id, node.idx as node, kept.value as volume
    from dynamic_volume kept
    left join placement node on node.member_id = kept.member_id and node.idx < ${nodes}
    where kept.fate = 'kept' and kept.period < ${period}
      and (kept.credited_in is null or kept.credited_in >= ${period})
    order by kept.period, kept.trade_id`.execute(reader)
  return rows.map(({ tradeId, memberId, node, volume }) => ({ tradeId, memberId, node, volume }))
}

/** A trader: the node, or the inviter of a member who has none. */
export interface Trader {
  memberId: string
  node: number | null
  inviterId: string | null
}

/**
 * Traders, and all members between them and the tree. The inviter of a member is fixed for life.
 */
export async function tradersOf(
  reader: Reader,
  memberIds: readonly string[],
  nodes: number,
): Promise<Trader[]> {
  const { rows } = await sql<Trader>`
    with recursive line as (
      select member.id, member.inviter_id, node.idx
      from member left join placement node on node.member_id = member.id and node.idx < ${nodes}
      where member.id = any(${[...memberIds]}::uuid[])
      union
      select member.id, member.inviter_id, node.idx
      from line join member on member.id = line.inviter_id
      left join placement node on node.member_id = member.id and node.idx < ${nodes}
      where line.idx is null
    )
    select id as member_id, idx as node, inviter_id from line`.execute(reader)
  return rows.map(({ memberId, node, inviterId }) => ({ memberId, node, inviterId }))
}
