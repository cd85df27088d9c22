import type { CustodyUse } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Block } from './chain-store.ts'

/**
 * The final block at which custody is read now: the newest followed one, and none below a block
 * that a credit or a payment in the books came from. Null before the chain was followed.
 */
export async function blockToRead(reader: Database | Tx, chainId: number): Promise<Block | null> {
  const { rows } = await sql<Block>`
    select number::int8 as number, hash from chain_block
    where chain_id = ${chainId} and number <= greatest(
      (select finalized_number from chain_watch where chain_id = ${chainId}),
      (select max(block_number) from deposit
        where chain_id = ${chainId} and state = 'credited' and taken_back_at is null),
      (select max(block_number) from custody_receipt
        where chain_id = ${chainId} and state = 'final' and taken_back_at is null),
      (select max(block_number) from custody_transfer
        where chain_id = ${chainId} and state = 'final' and taken_back_at is null))
    order by number desc limit 1`.execute(reader)
  return rows[0] ?? null
}

/**
 * What came in up to a block and is in no account, token units: recharges under way, and receipts
 * that are not classified.
 */
export interface Unclaimed {
  uncredited: bigint
  unclassified: bigint
}

export async function unclaimedAt(
  reader: Database | Tx,
  chainId: number,
  block: Block,
): Promise<Unclaimed> {
  const { rows } = await sql<Unclaimed>`
    select
      coalesce((select sum(token_units) from deposit
        where chain_id = ${chainId} and state in ('confirming', 'below_minimum')
          and block_number <= ${block.number}), 0)::numeric as uncredited,
      coalesce((select sum(token_units) from custody_receipt
        where chain_id = ${chainId} and booked_at is null and state <> 'vanished'
          and taken_back_at is null and block_number <= ${block.number}), 0)::numeric as unclassified`.execute(
    reader,
  )
  return rows[0] as Unclaimed
}

/** An address of custody; `use` is null for a member's recharge address. */
export interface CustodyAddress {
  address: string
  use: CustodyUse | null
}

/**
 * Every address that the platform ever published, and every recharge address that was ever paid;
 * each once.
 */
export async function custodyAddresses(
  reader: Database | Tx,
  chainId: number,
): Promise<CustodyAddress[]> {
  const { rows } = await sql<CustodyAddress>`
    select address, use from custody_address where chain_id = ${chainId}
    union all
    select address, null from deposit_address
    where exists (select from deposit
        where deposit.derivation_index = deposit_address.derivation_index and chain_id = ${chainId}
          and state <> 'vanished')
      and not exists (select from custody_address published
        where published.chain_id = ${chainId} and published.address = deposit_address.address)`.execute(
    reader,
  )
  return rows
}

/** The balance of an address, token units. */
export interface Balance {
  address: string
  tokenUnits: bigint
}

/** Stores the balance of every address at a block. A reading of an older block changes nothing. */
export async function writeBalances(
  tx: Tx,
  chainId: number,
  block: Block,
  balances: readonly Balance[],
): Promise<void> {
  const { rows } = await sql<{ chainId: number }>`
    insert into custody_reading (chain_id, block_number, block_hash, read_at)
    values (${chainId}, ${block.number}, ${block.hash}, house_now())
    on conflict (chain_id) do update set block_number = excluded.block_number,
      block_hash = excluded.block_hash, read_at = excluded.read_at
    where custody_reading.block_number <= excluded.block_number returning chain_id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into custody_balance (chain_id, address, token_units)
    select ${chainId}, address, token_units
    from unnest(${balances.map(one => one.address)}::text[], ${balances.map(one => `${one.tokenUnits}`)}::numeric[])
      as given (address, token_units)
    on conflict (chain_id, address) do update set token_units = excluded.token_units
    where custody_balance.token_units <> excluded.token_units`.execute(tx)
}

/** An address with its last reading of the chain; nulls before the first. */
export interface AddressHolding {
  address: string
  /** Micro-USDT. */
  held: bigint | null
  block: number | null
  readAt: Date | null
}

/** Recharge addresses that were ever paid, in the order of their creation, after the given one. */
export async function rechargeHoldings(
  reader: Database,
  after: number,
  limit: number,
): Promise<(AddressHolding & { derivationIndex: number })[]> {
  const { rows } = await sql<AddressHolding & { derivationIndex: number }>`
    select address.derivation_index, address.address, div(balance.token_units, paid.micro) as held,
      case when balance.address is not null then reading.block_number end as block,
      case when balance.address is not null then reading.read_at end as read_at
    from deposit_address address
      join lateral (select chain_id, units_per_micro as micro from deposit
        where deposit.derivation_index = address.derivation_index and state <> 'vanished'
        order by chain_id limit 1) paid on true
      left join custody_balance balance
        on balance.chain_id = paid.chain_id and balance.address = address.address
      left join custody_reading reading on reading.chain_id = paid.chain_id
    where address.derivation_index > ${after}
    order by address.derivation_index limit ${limit}`.execute(reader)
  return rows
}

/** Recharge addresses that held at least so many token units at the last reading of custody. */
const fullOnes = (chainId: number, least: bigint) => sql`
  from custody_balance balance join deposit_address address using (address)
  where balance.chain_id = ${chainId} and balance.token_units >= ${least}::numeric
    and not exists (select from custody_address published
      where published.chain_id = balance.chain_id and published.address = balance.address)`

/** Their indexes, the fullest first, without the excluded ones. */
export async function fullRechargeAddresses(
  reader: Database | Tx,
  chainId: number,
  of: { least: bigint; without: readonly number[]; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    select address.derivation_index as index ${fullOnes(chainId, of.least)}
      and address.derivation_index <> all(${of.without}::int[])
    order by balance.token_units desc, address.derivation_index limit ${of.limit}`.execute(reader)
  return rows.map(row => row.index)
}

/** Their number and their total, token units. */
export async function fullRechargeTotal(
  reader: Database | Tx,
  chainId: number,
  least: bigint,
): Promise<{ addresses: number; tokenUnits: bigint }> {
  const { rows } = await sql<{ addresses: number; tokenUnits: bigint }>`
    select count(*)::int as addresses, coalesce(sum(balance.token_units), 0)::numeric as token_units
    ${fullOnes(chainId, least)}`.execute(reader)
  return rows[0] ?? { addresses: 0, tokenUnits: 0n }
}

/** The block of the last reading of custody; -1 before the first. */
export async function lastReadBlock(reader: Database | Tx, chainId: number): Promise<number> {
  const row = await reader
    .selectFrom('custodyReading')
    .select('blockNumber')
    .where('chainId', '=', chainId)
    .executeTakeFirst()
  return row?.blockNumber ?? -1
}

/** The published addresses of the platform with their last readings, by address. */
export async function publishedHoldings(
  reader: Database,
  chain: { chainId: number; unitsPerMicro: bigint },
): Promise<Map<string, AddressHolding>> {
  const { rows } = await sql<AddressHolding>`
    select address, div(token_units, ${chain.unitsPerMicro}::numeric) as held, block_number as block, read_at
    from custody_balance join custody_reading using (chain_id)
      join custody_address using (chain_id, address)
    where chain_id = ${chain.chainId}`.execute(reader)
  return new Map(rows.map(row => [row.address, row]))
}
