import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type GrownTree, placementRow, writeRows } from './grown-tree.ts'
import { uuidOfHash } from './members.ts'

/** A platform that has run for a while, as rows: the data that a settlement reads. */
export interface SettledSystem {
  tree: GrownTree
  /** The period of the last settlement. */
  before: string
  /** The round of the dynamic module. */
  round: string
}

/** Coins that everybody has activated, and what they were worth, micro-units. */
const COINS = 100_000000
const FOUNDED = '2026-01-01T00:00:00Z'

/**
 * Fills an empty database by whole statements. Members and their nodes share their numbers: one in
 * ten carries volume, one in twenty is a distributed member, every other one has traded and is effective.
 */
export async function fillSystem(owner: pg.Client, system: SettledSystem): Promise<void> {
  const { tree, before, round } = system
  const count = tree.size
  const folder = mkdtempSync(join(tmpdir(), 'banyan-settled-'))
  chmodSync(folder, 0o755)
  try {
    const file = join(folder, 'placement')
    writeRows(file, count, idx => placementRow(tree, idx, FOUNDED))
    await owner.query(`copy placement from '${file}'`)
  } finally {
    rmSync(folder, { recursive: true })
  }
  await owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, created_at, inviter_id)
     select node.member_id, (10000000 + node.idx)::text, 'A member', translate(lpad(to_hex(node.idx), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), 'SG', $1, $1,
       inviter.member_id
     from placement node left join placement inviter on inviter.idx = node.inviter_idx order by node.idx`,
    [FOUNDED],
  )
  for (const [asset, kind, posted] of [
    ['USDT', 'available', 0],
    ['LEAF', 'locked', COINS],
  ]) {
    await owner.query(
      `insert into ledger_account (id, owner, asset, kind, posted)
       select ${uuidOfHash}, owner, $1, $2, $3
       from (select member_id as owner, substring(sha256(convert_to(member_id || '/' || $1 || '/' || $2, 'UTF8'))
         from 1 for 16) as hash from placement) as hashed`,
      [asset, kind, posted],
    )
  }
  await owner.query(
    `update ledger_account set posted = posted - $1::numeric where kind = 'ISSUE'`,
    [`${BigInt(count) * BigInt(COINS)}`],
  )
  await owner.query(
    `insert into static_position (id, member_id, state, quantity, epoch, asked_at, opens_in, opening_value, idempotency_key, rule_version)
     select member_id, member_id, 'open', $1, 0, $2, $3, $1, 'benchmark-key-0000', 1 from placement order by member_id`,
    [COINS, FOUNDED, before],
  )
  await owner.query(
    `insert into static_payout_block (period, first, positions, weights, amounts, paid_after)
     select $1, min(member_id::text)::uuid, array_agg(member_id order by member_id),
       array_fill($2::bigint, array[count(*)::int]), array_fill(1000::bigint, array[count(*)::int]),
       array_fill(1000::bigint, array[count(*)::int])
     from (select member_id, (row_number() over (order by member_id) - 1) / 64 as block from placement) member
     group by block`,
    [before, COINS],
  )
  await owner.query(
    `insert into dynamic_balance (idx, period, left_volume, right_volume, round, paid_in_round,
       left_before, right_before, round_before, paid_before)
     select idx, $1, 3000000, 2000000 + idx, $2, 0, 0, 0, $2, 0 from placement where idx % 10 = 0`,
    [before, round],
  )
  await owner.query(
    `insert into distributed_member (member_id, state, since)
     select member_id, 'active', $1 from placement where idx % 20 = 0 and idx > 0`,
    [FOUNDED],
  )
  const traders = 'placement where idx % 2 = 1'
  await owner.query(
    `insert into member_email (member_id, address, locale, bound_at)
     select member_id, decode(md5(idx::text), 'hex'), 'en', $1 from ${traders}`,
    [FOUNDED],
  )
  await owner.query(
    `insert into dynamic_volume (trade_id, period, member_id, value, outside, fate, credited_in)
     select md5(idx::text)::uuid, $1, member_id, 600000, true, 'credited', $1 from ${traders}`,
    [before],
  )
}
