import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'

/** The invariants of the two trees at any instant. Each query returns its breaches. */
const invariants: readonly { name: string; breaches: ReturnType<typeof sql<{ what: string }>> }[] =
  [
    {
      name: 'the indices of the tree have no gap',
      breaches: sql`
      select count(*) || ' nodes, the last is ' || max(idx) as what
      from placement having count(*) <> max(idx) + 1`,
    },
    {
      name: 'a child stands one level under its parent and carries on its line',
      breaches: sql`
      select 'node ' || child.idx || ' under ' || coalesce(child.parent_idx::text, 'nobody') as what
      from placement child left join placement parent on parent.idx = child.parent_idx
      where child.idx > 0 and (parent.idx is null or child.depth <> parent.depth + 1
        or case child.side when 'left' then child.left_chain <> parent.left_chain
          else child.right_chain <> parent.right_chain end)`,
    },
    {
      name: 'the end of a line has no child on it',
      breaches: sql`
      select side || ' line ' || chain || ' ends at ' || coalesce(tail_idx::text, 'nobody') as what
      from chain_tail full join (
        select side, case side when 'left' then left_chain else right_chain end as chain, max(idx) as last
        from placement where idx > 0 group by 1, 2) line using (side, chain)
      where tail_idx is distinct from last`,
    },
    {
      name: 'everybody is placed on a line of the own inviter',
      breaches: sql`
      select 'node ' || node.idx || ' was invited by node ' || inviter.idx as what
      from placement node join placement inviter on inviter.idx = node.inviter_idx
      where case node.side when 'left' then node.left_chain <> inviter.left_chain
        else node.right_chain <> inviter.right_chain end`,
    },
    {
      name: 'a packed block says what its nodes say',
      breaches: sql`
      select 'the block from node ' || block.from_idx as what
      from placement_block block cross join lateral (
        select string_agg(int4send(coalesce(parent_idx, 0) * 2 + case side when 'right' then 1 else 0 end), '' order by idx) as places,
          string_agg(int4send(coalesce(inviter_idx, 0)), '' order by idx) as inviters
        from placement where idx >= block.from_idx and idx < block.from_idx + block.nodes) node
      where block.places is distinct from node.places or block.inviters is distinct from node.inviters
        or (block.from_idx > 0 and not exists (select from placement_block before
          where before.from_idx + before.nodes = block.from_idx))`,
    },
    {
      name: 'who is placed waits no more, and who waits is not placed',
      breaches: sql`
      select 'member ' || member_id || ' is ' || coalesce(state, 'on no list') as what
      from invitee full join (select member_id, idx from placement where idx > 0) node using (member_id)
      where (idx is not null) is distinct from (state = 'placed')`,
    },
    {
      name: 'the sponsor tree is the one of the accounts',
      breaches: sql`
      select 'member ' || member.id || ' was invited by ' || member.inviter_id as what
      from member left join invitee on invitee.member_id = member.id
      where member.inviter_id is distinct from invitee.inviter_id`,
    },
    {
      name: "a node's volume is the sum of what settlements credited",
      breaches: sql`
      select 'node ' || idx || ' has ' || coalesce(total, 0) || ' of ' || coalesce(fees, 0) as what
      from volume_total full join (select idx, sum(fee) as fees from volume_event group by idx) event
        using (idx)
      where total is distinct from fees`,
    },
  ]

const SHOWN = 20

/** Returns the breaches of the trees; empty when there are none. */
export async function checkNetwork(database: Database): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { name, breaches: query } of invariants) {
    const { rows } = await sql<{
      what: string
    }>`select what from (${query}) broken limit ${SHOWN}`.execute(database)
    breaches.push(...rows.map(({ what }) => ({ invariant: name, what })))
  }
  return breaches
}
