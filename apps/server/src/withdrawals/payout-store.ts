import type { WithdrawalState } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/** Withdrawals in some states, oldest first. */
export const inStates = async (
  reader: Reader,
  states: readonly WithdrawalState[],
  limit: number,
): Promise<WithdrawalRow[]> =>
  (await reader
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(limit)
    .execute()) as WithdrawalRow[]

/**
 * Withdrawals that were handed to the signer and not answered, oldest first. One that it refused
 * less than half a minute ago is left out, unless two people have requested its return since.
 */
export async function handedToAsk(reader: Reader, limit: number): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select withdrawal.* from withdrawal
      join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
    where state = 'handed'
      and (refused_at is null or refused_at <= house_now() - interval '30 seconds'
        or exists (select from withdrawal_void asked
          where asked.withdrawal_id = withdrawal.id and asked.approved_at > refused_at))
    order by requested_at, id limit ${limit}`.execute(reader)
  return rows
}

/**
 * Payouts with news in the watcher's record, oldest first: a signed one whose transaction is in a
 * block, and a sent one whose block is final or was taken back.
 */
export async function withNews(reader: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawal join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
    where state in ('signed', 'sent') and case state
      when 'signed' then exists (
        select from withdrawal_transaction signed
          join custody_transfer seen on seen.chain_id = payout.chain_id and seen.transaction_hash = signed.hash
        where signed.withdrawal_id = withdrawal.id and seen.taken_back_at is null)
      else not exists (
        select from custody_transfer seen
        where seen.chain_id = payout.chain_id and seen.transaction_hash = payout.transaction_hash
          and seen.taken_back_at is null and seen.state = 'confirming') end
    order by requested_at, id limit ${limit}`.execute(reader)
  return rows.map(row => row.id)
}

/**
 * A released withdrawal, and since when the signer knows its address; null until it has noted it.
 */
export type Waiting = WithdrawalRow & { firstSeenAt: Date | null }

/** Released withdrawals in the order of their release. */
export async function releasedInOrder(reader: Reader, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select withdrawal.*, known.first_seen_at
    from withdrawal
      left join payout_address known on known.address = withdrawal.address
      join lateral (select max(at) as at from withdrawal_step
        where withdrawal_id = withdrawal.id and state = 'released') released on true
    where withdrawal.state = 'released'
    order by released.at, withdrawal.id limit ${limit}`.execute(reader)
  return rows
}

/** Addresses that the signer has not noted yet. */
export const unannouncedAddresses = async (reader: Reader, limit: number): Promise<string[]> => {
  const rows = await reader
    .selectFrom('payoutAddress')
    .select('address')
    .where('notedAt', 'is', null)
    .orderBy('askedAt')
    .limit(limit)
    .execute()
  return rows.map(row => row.address)
}

/** Stores that the signer has noted an address. */
export async function noteAddress(
  database: Database,
  address: string,
  firstSeenAt: Date,
): Promise<void> {
  await database
    .updateTable('payoutAddress')
    .set({ notedAt: sql<Date>`house_now()`, firstSeenAt })
    .where('address', '=', address)
    .execute()
}

/** The signer refused to note an address: others come first the next time. */
export async function askLater(database: Database, address: string): Promise<void> {
  await database
    .updateTable('payoutAddress')
    .set({ askedAt: sql<Date>`house_now()` })
    .where('address', '=', address)
    .execute()
}

export async function insertPayout(
  tx: Tx,
  row: { withdrawalId: string; chainId: number; hotAddress: string; handedAt: Date },
): Promise<void> {
  await tx.insertInto('withdrawalPayout').values(row).execute()
}

/** The columns of a payout that change while it is on the way. */
export interface PayoutChange {
  nonce?: number
  signedAt?: Date
  transactionHash?: string | null
  refused?: string | null
  refusedDetail?: string | null
  retryAt?: Date | null
  refusedSince?: Date | null
  refusedAt?: Date | null
}

export async function changePayout(
  tx: Tx | Database,
  withdrawalId: string,
  change: PayoutChange,
): Promise<void> {
  await tx
    .updateTable('withdrawalPayout')
    .set(change)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
}

/**
 * Stores why the signer refuses a payout. Returns since when, if the cause is one that asking again
 * does not remedy; null for any other cause. A signer that could not read the chain does not count
 * as refusing.
 */
export async function noteRefusal(
  database: Database,
  withdrawalId: string,
  { kind, ...refusal }: RefusalNote,
): Promise<Date | null> {
  const { refusedSince } = await database
    .updateTable('withdrawalPayout')
    .set({
      ...refusal,
      ...(kind !== 'notLooked' && { refusedAt: sql<Date>`house_now()` }),
      ...(kind === 'lasting' && { refusedSince: sql<Date>`coalesce(refused_since, house_now())` }),
      ...(kind === 'passing' && { refusedSince: null }),
    })
    .where('withdrawalId', '=', withdrawalId)
    .returning('refusedSince')
    .executeTakeFirstOrThrow()
  return refusedSince
}

interface RefusalNote {
  refused: string
  refusedDetail: string
  retryAt: Date | null
  kind: 'lasting' | 'passing' | 'notLooked'
}

/**
 * Stores transactions that were signed for a withdrawal. Returns those that belong to another one.
 */
export async function keepTransactions(
  tx: Tx,
  withdrawalId: string,
  hashes: readonly string[],
): Promise<string[]> {
  await sql`
    insert into withdrawal_transaction (hash, withdrawal_id, place)
    select hash, ${withdrawalId}::uuid,
      (select count(*) from withdrawal_transaction where withdrawal_id = ${withdrawalId}::uuid) + number
    from unnest(${hashes}::text[]) with ordinality as given (hash, number)
    where not exists (select from withdrawal_transaction known where known.hash = given.hash)
    order by number`.execute(tx)
  const rows = await tx
    .selectFrom('withdrawalTransaction')
    .select('hash')
    .where('hash', 'in', hashes)
    .where('withdrawalId', '<>', withdrawalId)
    .execute()
  return rows.map(row => row.hash)
}

/** True when this nonce belongs to another withdrawal. */
export async function isNonceTaken(
  tx: Tx,
  of: { withdrawalId: string; chainId: number; hotAddress: string; nonce: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawalPayout')
    .select('withdrawalId')
    .where('chainId', '=', of.chainId)
    .where('hotAddress', '=', of.hotAddress)
    .where('nonce', '=', of.nonce)
    .where('withdrawalId', '<>', of.withdrawalId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * True when two people have requested, since the signer began to refuse this order, that it is
 * voided now.
 */
export async function isVoidApproved(reader: Database | Tx, of: string): Promise<boolean> {
  const row = await reader
    .selectFrom('withdrawalVoid')
    .innerJoin('withdrawalPayout', 'withdrawalPayout.withdrawalId', 'withdrawalVoid.withdrawalId')
    .select('withdrawalVoid.id')
    .where('withdrawalVoid.withdrawalId', '=', of)
    .whereRef('approvedAt', '>=', 'refusedSince')
    .executeTakeFirst()
  return row !== undefined
}

/** Members who have a withdrawal that waits to be paid. */
export async function membersWaiting(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('withdrawal')
    .select('memberId')
    .distinct()
    .where('state', 'in', ['released', 'handed'])
    .limit(10_000)
    .execute()
  return rows.map(row => row.memberId)
}

/** A transfer out of the hot wallet that is no known payout. */
export interface UnknownTransfer {
  id: string
  transactionHash: string
  blockNumber: number
  recipient: string
  /** Micro-USDT, rounded down. */
  amount: bigint
}

/**
 * Final transfers out of a hot wallet that are not explained and that do not pay a withdrawal
 * exactly once: another transaction than was signed for it, another address or amount, or a second
 * transfer beside it. One that may be a payout whose transaction is not known yet is left out as
 * long as such a payout is on the way. Returns the oldest 100, after the given one; or the one with
 * the given id.
 */
export async function unknownTransfers(
  reader: Reader,
  { only, after }: { only?: string | undefined; after?: UnknownTransfer | undefined } = {},
): Promise<UnknownTransfer[]> {
  const { rows } = await sql<UnknownTransfer>`
    select sent.id, sent.transaction_hash, sent.block_number, sent.recipient, div(sent.token_units, sent.units_per_micro) as amount
    from custody_transfer sent
      join custody_address hot on hot.chain_id = sent.chain_id and hot.address = sent.address and hot.use = 'hot'
    where sent.state = 'final' and sent.taken_back_at is null and sent.leads_to = 'outside'
      and sent.explained_at is null ${only === undefined ? sql`` : sql`and sent.id = ${only}`}
      ${after === undefined ? sql`` : sql`and (sent.block_number, sent.id) > (${after.blockNumber}, ${after.id}::uuid)`}
      and not exists (
        select from withdrawal_transaction signed
          join withdrawal on withdrawal.id = signed.withdrawal_id
          join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
        where signed.hash = sent.transaction_hash and lower(withdrawal.address) = sent.recipient
          and (withdrawal.amount - withdrawal.fee) * sent.units_per_micro = sent.token_units
          and payout.hot_address = sent.address and payout.chain_id = sent.chain_id
          and sent.ordinal = (select min(ordinal) from custody_transfer twin
            where twin.chain_id = sent.chain_id and twin.transaction_hash = sent.transaction_hash
              and twin.recipient = sent.recipient and twin.token_units = sent.token_units))
      and not exists (
        select from withdrawal join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
        where withdrawal.state in ('handed', 'signed') and lower(withdrawal.address) = sent.recipient
          and (withdrawal.amount - withdrawal.fee) * sent.units_per_micro = sent.token_units
          and payout.handed_at <= sent.seen_at)
    order by sent.block_number, sent.id limit 100`.execute(reader)
  return rows
}

/**
 * The amount that left the hot wallet up to a block for payouts that are not booked yet,
 * micro-USDT. A payout whose transaction is not known yet counts too, as long as there is a
 * transfer for it.
 */
export async function minedUnbooked(
  reader: Reader,
  chainId: number,
  block: number,
): Promise<bigint> {
  const { rows } = await sql<{ gone: bigint }>`
    with on_the_way as (
      select hot_address as sender, lower(address) as recipient, amount - fee as arrives,
        count(*) as payouts, min(handed_at) as since
      from withdrawal join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
      where state in ('handed', 'signed', 'sent') and chain_id = ${chainId}
      group by 1, 2, 3)
    select coalesce(sum(arrives * least(payouts, (
      select count(*) from custody_transfer sent
      where sent.chain_id = ${chainId} and sent.block_number <= ${block}
        and sent.taken_back_at is null and sent.seen_at >= since and sent.address = sender
        and sent.recipient = on_the_way.recipient and sent.token_units = arrives * sent.units_per_micro
        and not exists (select from withdrawal_payout booked
          join withdrawal paid on paid.id = booked.withdrawal_id
          where booked.transaction_hash = sent.transaction_hash and paid.state = 'paid')))), 0)::numeric as gone
    from on_the_way`.execute(reader)
  return rows[0]?.gone ?? 0n
}

/**
 * True when a transfer of exactly this amount has gone to this address since it was handed over,
 * and pays no other withdrawal. Then nothing is given back, whatever the signer reports.
 */
export async function mayBePaid(
  tx: Tx,
  { id, address, amount, fee }: WithdrawalRow,
  { hotAddress, handedAt }: { hotAddress: string; handedAt: Date },
): Promise<boolean> {
  const { rows } = await sql<object>`
    select from custody_transfer sent
    where sent.address = ${hotAddress} and sent.recipient = ${address.toLowerCase()}
      and sent.token_units = ${amount - fee}::numeric * sent.units_per_micro
      and sent.taken_back_at is null and sent.seen_at >= ${handedAt}
      and not exists (select from withdrawal_transaction signed
        where signed.hash = sent.transaction_hash and signed.withdrawal_id <> ${id}::uuid)
    limit 1`.execute(tx)
  return rows.length > 0
}
