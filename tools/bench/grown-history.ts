import type { Database } from '@banyan/server/database/connect'
import { type AccountName, houseAccount, type Ledger } from '@banyan/server/ledger'
import type pg from 'pg'
import { uuidOfHash } from './members.ts'

/** What everybody has activated, and what a day pays each of them, micro-units. */
const COINS = 100_000000
const PAY = 10_000
/** One in so many members brings money on a day, and pays it into the pool of that day's pay. */
const ONE_IN = 10
const CHAIN = 31_337

const memberOf = (idx: string) =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(${idx}), 12, '0'))::uuid`

/** An owner's account as the ledger names it, in SQL. */
const accountOf = (asset: AccountName['asset'], kind: string) => `(
  select ${uuidOfHash} from (select substring(sha256(convert_to(owner || '/${asset}/${kind}', 'UTF8'))
    from 1 for 16) as hash) as hashed)`

/** Members who all have a position, with the coins of it in their books. */
export async function addHolders(owner: pg.Client, count: number, opensIn: string): Promise<void> {
  await owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, created_at)
     select ${memberOf('n')}, (10000000 + n)::text, 'A member',
       translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), 'SG', house_now(), house_now()
     from generate_series(1, $1::int) n`,
    [count],
  )
  for (const [asset, kind] of [
    ['USDT', 'available'],
    ['LEAF', 'locked'],
  ] as const)
    await owner.query(
      `insert into ledger_account (id, owner, asset, kind)
       select ${accountOf(asset, kind)}, owner, '${asset}', '${kind}' from (select id as owner from member) m`,
    )
  await post(owner, {
    house: houseAccount('LEAF', 'ISSUE'),
    member: { asset: 'LEAF', kind: 'locked' },
    chosen: `select id as owner, ${COINS} as amount, id::text as reference from member`,
    kind: 'subscription_issue',
    into: 'members',
  })
  await owner.query(
    `insert into static_position (id, member_id, state, quantity, epoch, asked_at, opens_in, opening_value, idempotency_key, rule_version)
     select id, id, 'open', ${COINS}, 0, house_now(), $1, 1000000000000, 'benchmark-key-0000', 1 from member`,
    [opensIn],
  )
}

interface Bulk {
  house: AccountName
  member: { asset: AccountName['asset']; kind: string }
  /** owner, amount and reference of each transfer, as a query. */
  chosen: string
  kind: string
  into: 'members' | 'house'
}

/** Transfers between members and an account of the house, a row for each, as the ledger writes them. */
async function post(owner: pg.Client, { house, member, chosen, kind, into }: Bulk): Promise<void> {
  const [debit, credit] = into === 'members' ? ['house', 'line'] : ['line', 'house']
  const sign = into === 'members' ? '' : '-'
  await owner.query(
    `with house as (select * from ledger_account where owner = $1 and asset = $2 and kind = $3),
     line as (
       select account.id, account.version + 1 as version, account.posted + ${sign}amount as after, chosen.*,
         row_number() over (order by account.id) as place, sum(amount) over (order by account.id) as running
       from (${chosen}) chosen join ledger_account account
         on account.owner = chosen.owner and account.asset = $4 and account.kind = $5),
     both_sides as (
       select line.*, gen_random_uuid() as transfer, house.id as house_id,
         house.version + place as house_version, house.posted - (${sign}running) as house_after from line, house),
     written as (
       insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference,
         request_hash, debit_version, debit_after, credit_version, credit_after)
       select transfer, transfer, ${sides(debit)}, ${sides(credit)}, $2, amount, $6, reference,
         sha256(transfer::text::bytea), ${lineOf(debit)}, ${lineOf(credit)} from both_sides),
     members as (
       update ledger_account account set posted = line.after, version = line.version from line where account.id = line.id)
     update ledger_account account set version = version + told.lines, posted = posted - (${sign}told.total)
     from (select count(*) as lines, sum(amount) as total from line) told
     where account.id = (select id from house) and told.lines > 0`,
    [house.owner, house.asset, house.kind, member.asset, member.kind, kind],
  )
}
const sides = (side: string | undefined) => (side === 'house' ? 'house_id' : 'id')
const lineOf = (side: string | undefined) =>
  side === 'house' ? 'house_version, house_after' : 'version, after'

/**
 * One day more: some members bring money and pay it in, in rows that SQL makes; everybody is paid by the
 * ledger's own function for settlements, and earnings have the round.
 * @param day counts the days; `period` is its name.
 */
export async function addDay(
  { owner, database, ledger }: { owner: pg.Client; database: Database; ledger: Ledger },
  { day, period, owners }: { day: number; period: string; owners: readonly string[] },
): Promise<void> {
  const amount = `${PAY * ONE_IN}`
  const chosen = `from (select id, row_number() over (order by id) as idx from member) m where (idx + ${day}) % ${ONE_IN} = 0`
  const member = { asset: 'USDT', kind: 'available' } as const
  const hash = `'0x' || encode(sha256(('${day}/' || id)::bytea), 'hex')`
  await owner.query('begin')
  await owner.query(
    `insert into deposit (id, chain_id, transaction_hash, ordinal, member_id, token_units, units_per_micro,
       amount, state, block_number, block_hash, seen_at, credited_at)
     select gen_random_uuid(), ${CHAIN}, ${hash}, 0, id, ${amount}::numeric * 1000000000000, 1000000000000, ${amount}, 'credited',
       $1::int, '0x' || $1::int, house_now(), house_now() ${chosen}`,
    [day],
  )
  await post(owner, {
    house: houseAccount('USDT', 'EXT'),
    member,
    chosen: `select id as owner, ${amount} as amount, '${CHAIN}:' || ${hash} || ':0' as reference ${chosen}`,
    kind: 'recharge',
    into: 'members',
  })
  await post(owner, {
    house: houseAccount('USDT', 'POOL.static'),
    member,
    chosen: `select id as owner, ${amount} as amount, '${day}/' || id as reference ${chosen}`,
    kind: 'subscription',
    into: 'house',
  })
  await owner.query('commit')
  await ledger.postCredits(database, {
    settlementId: `run:${period}`,
    kind: 'static_earning',
    from: houseAccount('USDT', 'POOL.static'),
    credits: owners.map(one => ({ owner: one, amount: BigInt(PAY) })),
  })
  const total = BigInt(PAY) * BigInt(owners.length)
  await owner.query(
    `insert into static_payout_block (period, first, positions, weights, amounts, paid_after)
     select $1, min(id::text)::uuid, array_agg(id order by id), array_agg(${COINS}::bigint),
       array_agg(${PAY}::bigint), array_agg(${PAY} * $2::bigint)
     from (select id, (row_number() over (order by id) - 1) / 64 as block from member) m
     group by block`,
    [period, day],
  )
  await owner.query(
    `insert into static_round (period, epoch, closed_at, rule_version, pool, released, weight, paid, positions, paid_at)
     values ($1, 0, house_now(), 1, $2::numeric, $2::numeric, $3::numeric, $2::numeric, $4, house_now())`,
    [period, `${total}`, `${BigInt(owners.length) * BigInt(COINS)}`, owners.length],
  )
}

/** Buy orders at prices around the guide price: they hold no coin. */
export async function addOrders(
  owner: pg.Client,
  count: number,
  guidePrice: bigint,
): Promise<void> {
  await owner.query(
    `insert into otc_order (id, order_number, member_id, side, price, total, available, min_quantity, max_quantity,
       concession_bps, fee_bps, fee_held, networks, created_at, idempotency_key, life, guide_seen, expires_at, rule_version)
     select gen_random_uuid(), 'B' || n, ${memberOf('n')}, 'buy', $2::numeric - n % 1000, 1000000, 1000000, 10000, 1000000,
       0, 50, 0, array['BSC'], house_now(), 'order-' || n, 'open', $2::numeric, house_now() + interval '1000 days', 1
     from generate_series(1, $1::int) n`,
    [count, `${guidePrice}`],
  )
}
