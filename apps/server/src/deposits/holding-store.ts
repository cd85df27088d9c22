import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

/** An address that was credited and has to be asked about. */
export interface DueHolding {
  memberId: string
  address: string
}

/**
 * Credited addresses whose reading is an hour old, or older than their newest deposit, those that
 * wait longest first.
 */
export async function dueHoldings(
  database: Database,
  chainId: number,
  limit: number,
): Promise<DueHolding[]> {
  const { rows } = await sql<DueHolding>`
    with credited as (
      select member_id, max(block_number) as newest from deposit
      where chain_id = ${chainId} and state = 'credited' group by member_id)
    select credited.member_id, address.address
    from credited join deposit_address address using (member_id)
      left join deposit_holding holding
        on holding.member_id = credited.member_id and holding.chain_id = ${chainId}
    where holding.read_at is null or holding.block_number < credited.newest
      or holding.read_at < house_now() - interval '1 hour'
    order by holding.read_at nulls first, credited.member_id limit ${limit}`.execute(database)
  return rows
}

/** What these addresses held at a block, in the token's own units. */
export async function writeHoldings(
  database: Database,
  chainId: number,
  blockNumber: number,
  read: readonly { memberId: string; tokenUnits: bigint }[],
): Promise<void> {
  await sql`
    insert into deposit_holding (chain_id, member_id, token_units, block_number, read_at)
    select ${chainId}, member_id, token_units, ${blockNumber}, house_now()
    from unnest(${read.map(one => one.memberId)}::uuid[], ${read.map(one => `${one.tokenUnits}`)}::numeric[])
      as told (member_id, token_units)
    on conflict (chain_id, member_id) do update set token_units = excluded.token_units,
      block_number = excluded.block_number, read_at = excluded.read_at
    where deposit_holding.block_number <= excluded.block_number`.execute(database)
}

/** What the chain says of all credited addresses together, micro-USDT. */
export interface Custody {
  addresses: number
  read: number
  held: bigint
  /** What addresses hold less than was credited there up to the block at which they were read, rounded up. */
  missing: bigint
  block: number | null
  oldestReadAt: Date | null
}

/**
 * Sums the readings. Each address is laid beside what was credited there up to its own reading, so
 * that a deposit which came after it neither hides nor feigns a shortfall.
 */
export async function custodyOf(reader: Database | Tx): Promise<Custody> {
  const { rows } = await sql<Custody>`
    with address as (
      select max(deposit.units_per_micro) as micro, holding.token_units, holding.read_at,
        holding.block_number,
        coalesce(sum(deposit.token_units) filter (
          where deposit.block_number <= holding.block_number), 0) as credited
      from deposit left join deposit_holding holding using (chain_id, member_id)
      where deposit.state = 'credited'
      group by chain_id, member_id, holding.token_units, holding.read_at, holding.block_number)
    select count(*)::int as addresses, count(read_at)::int as read,
      coalesce(sum(div(token_units, micro)), 0) as held,
      coalesce(sum(ceil(greatest(credited - token_units, 0) / micro)), 0)::numeric(38,0) as missing,
      max(block_number)::int as block, min(read_at) as oldest_read_at
    from address`.execute(reader)
  return rows[0] as Custody
}

/** A credited address as the chain was last asked about it. */
export interface AddressHolding {
  derivationIndex: number
  address: string
  /** Micro-USDT; null until it was asked. */
  held: bigint | null
  block: number | null
  readAt: Date | null
}

/** Credited addresses in the order in which they were made, from after one of them. */
export async function addressHoldings(
  reader: Database,
  after: number,
  limit: number,
): Promise<AddressHolding[]> {
  const { rows } = await sql<AddressHolding>`
    select address.derivation_index, address.address,
      div(holding.token_units, credited.micro) as held, holding.block_number::int as block, holding.read_at
    from deposit_address address
      join lateral (select chain_id, max(units_per_micro) as micro from deposit
        where deposit.member_id = address.member_id and state = 'credited'
        group by chain_id order by chain_id limit 1) credited on true
      left join deposit_holding holding
        on holding.member_id = address.member_id and holding.chain_id = credited.chain_id
    where address.derivation_index > ${after}
    order by address.derivation_index limit ${limit}`.execute(reader)
  return rows
}
