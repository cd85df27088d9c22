import type { DepositMark, SeenState } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DepositState } from './decide.ts'

type Reader = Database | Tx

/** A transfer to a recharge address: a recharge, or one from another address of the platform. */
export interface SeenRow {
  id: string
  isDeposit: boolean
  state: SeenState
  /** Its state on the chain: of an ignored one `confirming`, `credited` once it is final, `vanished`. */
  chainState: DepositState
  chainId: number
  amount: bigint
  tokenUnits: bigint
  unitsPerMicro: bigint
  memberId: string
  accountId: string
  nickname: string
  memberFrozenAt: Date | null
  memberClosedAt: Date | null
  address: string
  derivationIndex: number | null
  generation: number | null
  sender: string | null
  transactionHash: string
  ordinal: number
  blockNumber: number
  blockHash: string
  seenAt: Date
  creditedAt: Date | null
  takenBackAt: Date | null
  marks: DepositMark[]
}

export interface SeenFilter {
  state?: SeenState | undefined
  mark?: DepositMark | 'any' | undefined
  account?: string | undefined
  /** Lower-case. */
  address?: string | undefined
  hash?: string | undefined
}

/** The marks of a recharge, in SQL: a person should look at it. */
const depositMark: Readonly<Record<DepositMark, RawBuilder<boolean>>> = {
  reorganised: sql`deposit.state = 'credited' and deposit.taken_back_at is not null`,
  vanished: sql`deposit.state = 'vanished'`,
  afterFreeze: sql`(member.frozen_at <= deposit.seen_at or member.closed_at <= deposit.seen_at)`,
  ownAddress: sql`false`,
  earlierAddress: sql`exists (select from deposit_key
    where deposit_key.number > own.generation and deposit_key.since <= deposit.seen_at)`,
  dust: sql`deposit.amount = 0`,
}

/** The same of a transfer from another address of the platform. */
const transferMark: Readonly<Record<DepositMark, RawBuilder<boolean>>> = {
  reorganised: sql`false`,
  vanished: sql`(transfer.state = 'vanished' or transfer.taken_back_at is not null)`,
  afterFreeze: sql`false`,
  ownAddress: sql`true`,
  earlierAddress: sql`false`,
  dust: sql`false`,
}

const listOf = (marks: Readonly<Record<DepositMark, RawBuilder<boolean>>>) => {
  const cases = Object.entries(marks).map(
    ([mark, holds]) => sql`case when ${holds} then ${sql.lit(mark)} end`,
  )
  return sql`array_remove(array[${sql.join(cases)}]::text[], null)`
}

const having = (
  marks: Readonly<Record<DepositMark, RawBuilder<boolean>>>,
  wanted: SeenFilter['mark'],
): RawBuilder<unknown> =>
  wanted === undefined
    ? sql`true`
    : wanted === 'any'
      ? sql`(${sql.join(Object.values(marks), sql` or `)})`
      : sql`(${marks[wanted]})`

interface Page {
  after: readonly string[] | null
  limit: number
}

/** Recharges and ignored transfers under a filter: so many of each from a place on, or all. */
function seenRows(
  { state, mark, account, address, hash, id }: SeenFilter & { id?: string },
  { after, most }: { after: Page['after']; most: number | null },
): RawBuilder<unknown> {
  const ofAccount = account === undefined ? sql`true` : sql`member.account_id = ${account}`
  const before = (seenAt: RawBuilder<unknown>, rowId: RawBuilder<unknown>) =>
    after === null
      ? sql`true`
      : sql`(${seenAt}, ${rowId}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
  return sql`
      (select deposit.id, true as is_deposit, deposit.state, deposit.state as chain_state, deposit.chain_id,
        deposit.amount, deposit.token_units, deposit.units_per_micro, deposit.member_id,
        coalesce(own.address, '') as address, deposit.derivation_index, own.generation, deposit.sender,
        deposit.transaction_hash, deposit.ordinal, deposit.block_number, deposit.block_hash,
        deposit.seen_at, deposit.credited_at, deposit.taken_back_at, ${listOf(depositMark)} as marks
      from deposit join member on member.id = deposit.member_id
        left join deposit_address own on own.derivation_index = deposit.derivation_index
      where ${before(sql`deposit.seen_at`, sql`deposit.id`)} and ${ofAccount}
        and ${id === undefined ? sql`true` : sql`deposit.id = ${id}::uuid`}
        and ${state === undefined ? sql`true` : sql`deposit.state = ${state}`}
        and ${having(depositMark, mark)}
        and ${hash === undefined ? sql`true` : sql`deposit.transaction_hash = ${hash}`}
        and ${address === undefined ? sql`true` : sql`(lower(own.address) = ${address} or deposit.sender = ${address})`}
      order by deposit.seen_at desc, deposit.id desc limit ${most}::int8)
      union all
      (select transfer.id, false, 'ignored',
        case when transfer.taken_back_at is not null then 'vanished' when transfer.state = 'final' then 'credited'
          else transfer.state end, transfer.chain_id,
        div(transfer.token_units, transfer.units_per_micro), transfer.token_units, transfer.units_per_micro,
        own.member_id, own.address, own.derivation_index, own.generation, lower(transfer.address),
        transfer.transaction_hash, transfer.ordinal, transfer.block_number, transfer.block_hash,
        transfer.seen_at, null, transfer.taken_back_at, ${listOf(transferMark)}
      from custody_transfer transfer
        join deposit_address own on lower(own.address) = transfer.recipient
        join member on member.id = own.member_id
      where transfer.leads_to = 'recharge' and ${before(sql`transfer.seen_at`, sql`transfer.id`)}
        and ${ofAccount}
        and ${id === undefined ? sql`true` : sql`transfer.id = ${id}::uuid`}
        and ${state === undefined || state === 'ignored'} and ${having(transferMark, mark)}
        and ${hash === undefined ? sql`true` : sql`transfer.transaction_hash = ${hash}`}
        and ${address === undefined ? sql`true` : sql`(lower(own.address) = ${address} or lower(transfer.address) = ${address})`}
      order by transfer.seen_at desc, transfer.id desc limit ${most}::int8)`
}

/** A page of everything seen, newest first, with one more than its length; or the one of an id. */
export async function seenPage(
  reader: Reader,
  filter: SeenFilter & { id?: string },
  { after, limit }: Page,
): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select seen.*, member.account_id, member.nickname, member.frozen_at as member_frozen_at,
      member.closed_at as member_closed_at
    from (${seenRows(filter, { after, most: limit + 1 })}) seen
      join member on member.id = seen.member_id
    order by seen.seen_at desc, seen.id desc limit ${limit + 1}`.execute(reader)
  return rows
}

/** The number and the sum of everything under a filter, micro-USDT. */
export async function seenTotals(
  reader: Reader,
  filter: SeenFilter,
): Promise<{ count: number; amount: bigint }> {
  const { rows } = await sql<{ count: number; amount: bigint }>`
    select count(*)::int4 as count, coalesce(sum(amount), 0)::numeric as amount
    from (${seenRows(filter, { after: null, most: null })}) seen`.execute(reader)
  return rows[0] ?? { count: 0, amount: 0n }
}

/** The id of an account's member; null where there is none. */
export async function memberOfAccount(reader: Reader, account: string): Promise<string | null> {
  const row = await reader
    .selectFrom('member')
    .select('id')
    .where('accountId', '=', account)
    .executeTakeFirst()
  return row?.id ?? null
}

/** What surrounds a recharge: the chain as followed, the member's small ones, the address's holding. */
export interface Surroundings {
  tip: number | null
  finalized: number | null
  /** Token units of the member's recharges below the minimum. */
  waiting: bigint
  currentGeneration: number
  /** Token units; null where custody was never read there. */
  held: bigint | null
}

export async function surroundingsOf(
  reader: Reader,
  { chainId, memberId, address }: Pick<SeenRow, 'chainId' | 'memberId' | 'address'>,
): Promise<Surroundings> {
  const { rows } = await sql<Surroundings>`
    select (select max(number) from chain_block where chain_id = ${chainId}) as tip,
      (select finalized_number from chain_watch where chain_id = ${chainId}) as finalized,
      (select coalesce(sum(token_units), 0)::numeric from deposit where chain_id = ${chainId}
        and member_id = ${memberId}::uuid and state = 'below_minimum') as waiting,
      (select coalesce(max(number), 1) from deposit_key) as current_generation,
      (select token_units from custody_balance where chain_id = ${chainId} and address = ${address}) as held`.execute(
    reader,
  )
  return rows[0] as Surroundings
}
