import type {
  OpenedPosition,
  Period,
  PositionColumns,
  StaticFacts,
  StaticOutcome,
} from '@banyan/economy'
import { GrowingIds, growingAmounts, growingNumbers, periodLater } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import { int8Array, uuidArray } from '../platform/database/array-binary.ts'
import { plainArray } from '../platform/database/array-text.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { StaticRound } from './generated.ts'
import { PAYOUT_BLOCK } from './migrations.ts'
import type { PositionRow } from './position-store.ts'

export type RoundRow = Selectable<StaticRound>

/**
 * The parts of a round's pool, of what it offered and of what it paid that were income from
 * outside; null when not recorded.
 */
export type IncomeOfRound = Pick<RoundRow, 'poolIncome' | 'releasedIncome' | 'paidIncome'>

/** Opens a settlement's round, in the units of the last split before it. */
export async function insertRound(
  tx: Tx,
  round: Pick<RoundRow, 'period' | 'epoch' | 'closedAt'>,
): Promise<void> {
  await tx.insertInto('staticRound').values(round).execute()
}

export const findRound = (database: Database | Tx, period: Period): Promise<RoundRow | undefined> =>
  database.selectFrom('staticRound').selectAll().where('period', '=', period).executeTakeFirst()

/**
 * Assigns requests made before a cut-off to its run. A run that opens nothing leaves positions for
 * the next.
 */
export async function assignRequests(
  tx: Tx,
  { period, cutoff, opens }: { period: Period; cutoff: Date; opens: boolean },
): Promise<void> {
  await tx
    .updateTable('staticPosition')
    .set(opens ? { state: 'opening', opensIn: period } : { passedIn: period })
    .where('state', '=', 'asked')
    .where('askedAt', '<', cutoff)
    .execute()
  await tx
    .updateTable('staticPosition')
    .set({ state: 'unlocking', leavesIn: period, leaveReason: 'asked' })
    .where('state', '=', 'unlock_asked')
    .where('unlockAskedAt', '<', cutoff)
    .execute()
}

/**
 * Whether a `static_position position` shares in a run. The same before, while and after it is
 * posted.
 */
export const sharesIn = (period: Period) => sql`
  position.opens_in < ${period} and (position.ended_in is null or position.ended_in >= ${period})`

/** Positions read by one statement. */
const PAGE = 100_000

/** Coins in the units of the round's epoch: there are few combinations of split multiples. */
const timesOf = (epoch: number) => sql`
  times as materialized (
    select since, (select ledger_product(multiple) from ledger_epoch
      where asset = 'LEAF' and epoch > since and epoch <= ${epoch}) as times
    from generate_series(0, ${epoch}::integer) since)`

/**
 * The frozen facts of a run, in the order of ids: from rows that only runs change and from the
 * marks of its cut-off, so they are the same at every call. `cycles`: whether the run's rules have
 * cycles.
 */
export async function readFacts(
  database: Database | Tx,
  round: Pick<RoundRow, 'period' | 'epoch'>,
  cycles: boolean,
): Promise<StaticFacts> {
  const { period, epoch } = round
  const { settlements, renews, ...all } = await readPositions(after =>
    positionPage(database, round, after),
  )
  const positions = cycles ? { ...all, settlements, renews } : all
  const asked = await inPages(after => readAsked(database, period, epoch, after))
  return { positions, asked }
}

/** Sorts before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

async function inPages<T extends { id: string }>(
  read: (after: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (let after = NOBODY; ; ) {
    const page = await read(after)
    for (const row of page) all.push(row)
    if (page.length < PAGE) return all
    after = (page.at(-1) as T).id
  }
}

/**
 * A page of positions as one text for each column: row objects of the driver cost more than
 * everything else. Ids are separated as in the hashed text, the others by commas.
 */
interface PositionPage {
  ids: string
  memberIds: string
  quantities: string
  openingValues: string
  paid: string
  settlements: string
  unlockAsked: string
  renews: string
}

/** The database computes the next page while this one is read. */
async function readPositions(
  pageAfter: (id: string) => Promise<PositionPage | null>,
): Promise<Required<PositionColumns>> {
  const all = growingPositions()
  for (let page = await pageAfter(NOBODY); page !== null; ) {
    const last = page.ids.slice(page.ids.lastIndexOf('"') + 1)
    const [next] = await Promise.all([pageAfter(last), addPositions(all, page)])
    page = next
  }
  return {
    ids: all.ids.ids,
    memberIds: all.memberIds.ids,
    quantities: all.quantities.entries,
    openingValues: all.openingValues.entries,
    paid: all.paid.entries,
    settlements: all.settlements.entries,
    unlockAsked: Uint8Array.from(all.unlockAsked.entries),
    renews: Uint8Array.from(all.renews.entries),
  }
}

const growingPositions = () => ({
  ids: new GrowingIds(),
  memberIds: new GrowingIds(),
  quantities: growingAmounts(),
  openingValues: growingAmounts(),
  paid: growingAmounts(),
  settlements: growingNumbers(),
  unlockAsked: growingNumbers(),
  renews: growingNumbers(),
})

/** Behind the next query, which is sent first. */
async function addPositions(
  all: ReturnType<typeof growingPositions>,
  page: PositionPage,
): Promise<void> {
  await new Promise(setImmediate)
  all.ids.add(page.ids)
  all.memberIds.add(page.memberIds)
  for (const column of ['quantities', 'openingValues', 'paid'] as const)
    for (const amount of page[column].split(',')) all[column].push(BigInt(amount))
  for (const number of page.settlements.split(',')) all.settlements.push(Number(number))
  for (const column of ['unlockAsked', 'renews'] as const)
    for (const digit of page[column]) all[column].push(Number(digit))
}

/**
 * @returns null after the last page.
 */
async function positionPage(
  database: Database | Tx,
  { period, epoch }: Pick<RoundRow, 'period' | 'epoch'>,
  after: string,
): Promise<PositionPage | null> {
  const last = periodLater(period, -1)
  const { rows } = await sql<{ [column in keyof PositionPage]: string | null }>`
    with ${timesOf(epoch)},
    page as materialized (
      select position.id, member_id, quantity * times as quantity, opening_value,
        ${period}::date - opens_in::date as settlements,
        leaves_in is not distinct from ${period} and leave_reason = 'asked' as unlock_asked,
        not (leaves_in is not distinct from ${period} and leave_reason = 'cycle') as renews
      from static_position position join times on since = position.epoch
      where ${sharesIn(period)} and position.id > ${after}::uuid
      order by position.id limit ${PAGE}),
    before as (
      select payout.position_id, payout.paid_after
      from static_payout_block cross join lateral unnest(positions, paid_after)
        as payout (position_id, paid_after)
      where period = ${last} and first <= (select id from page order by id desc limit 1)
        and first >= coalesce((select first from static_payout_block
          where period = ${last} and first <= ${after}::uuid order by first desc limit 1), ${after}::uuid))
    select string_agg(id::text, '","') as ids, string_agg(member_id::text, '","') as member_ids,
      string_agg(quantity::text, ',') as quantities,
      string_agg(opening_value::text, ',') as opening_values,
      string_agg(coalesce(paid_after, 0)::text, ',') as paid,
      string_agg(settlements::text, ',') as settlements,
      string_agg(case when unlock_asked then '1' else '0' end, '') as unlock_asked,
      string_agg(case when renews then '1' else '0' end, '') as renews
    from (select * from page left join before on before.position_id = page.id order by page.id) row`.execute(
    database,
  )
  const [page] = rows
  return page && page.ids !== null ? (page as PositionPage) : null
}

async function readAsked(
  database: Database | Tx,
  period: Period,
  epoch: number,
  after: string,
): Promise<StaticFacts['asked'][number][]> {
  const { rows } = await sql<StaticFacts['asked'][number]>`
    with ${timesOf(epoch)}
    select id, member_id, quantity * times as quantity
    from static_position join times on since = epoch
    where opens_in = ${period} and id > ${after}::uuid
    order by id limit ${PAGE}`.execute(database)
  return rows
}

/** The payments of a settlement to positions. */
interface Payouts {
  period: Period
  positions: PositionColumns
  outcome: Pick<StaticOutcome, 'amounts'>
}

/**
 * Writes the payments of a settlement to positions, from one index of its list to another; `from`
 * begins a block. Existing rows stay as they are.
 */
export async function insertPayouts(
  tx: Tx,
  payouts: Payouts,
  from: number,
  to: number,
): Promise<void> {
  const end = Math.min(to, payouts.positions.ids.length)
  const blocks = []
  for (let first = from; first < end; first += PAYOUT_BLOCK) blocks.push(blockOf(payouts, first))
  await sql`
    insert into static_payout_block (period, first, positions, weights, amounts, paid_after)
    values ${sql.join(blocks)} on conflict do nothing`.execute(tx)
}

function blockOf({ period, positions, outcome }: Payouts, first: number) {
  const end = first + PAYOUT_BLOCK
  const ids = uuidArray(positions.ids.textOf(first, Math.min(end, positions.ids.length)))
  const amounts = outcome.amounts.subarray(first, end)
  const paidAfter = positions.paid.slice(first, end).map((paid, i) => paid + (amounts[i] ?? 0n))
  return sql`(${period}, ${positions.ids.at(first)}::uuid, ${ids}::uuid[],
    ${int8Array(positions.quantities.subarray(first, end))}::bigint[],
    ${int8Array(amounts)}::bigint[], ${int8Array(paidAfter)}::bigint[])`
}

/** How many payouts of a settlement are written: all of its list, or the first ones. */
export async function payoutsWritten(database: Database, period: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(positions)), 0)::int as count
    from static_payout_block where period = ${period}`.execute(database)
  return rows[0]?.count ?? 0
}

/**
 * Records the result of a round, once all of it is done. Returns false when it was recorded before.
 */
export async function closePaidRound(
  tx: Tx,
  period: Period,
  done: Pick<
    RoundRow,
    | 'ruleVersion'
    | 'pool'
    | 'released'
    | 'weight'
    | 'paid'
    | 'positions'
    | 'paidAt'
    | keyof IncomeOfRound
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staticRound')
    .set(done)
    .where('period', '=', period)
    .where('paidAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Some of the given positions that have not ended yet, locked until the transaction ends. */
export async function lockNotEnded(tx: Tx, ids: readonly string[]): Promise<PositionRow[]> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('id', 'in', ids)
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as PositionRow[]
}

/** Some positions of a run that are still to open, locked until the transaction ends. */
export async function lockOpening(tx: Tx, period: Period, limit: number): Promise<PositionRow[]> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('opensIn', '=', period)
    .where('state', '=', 'opening')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as PositionRow[]
}

/**
 * Some positions that a run still has to free at their owners' request, locked until the
 * transaction ends.
 */
export async function lockUnlocking(tx: Tx, period: Period, limit: number): Promise<PositionRow[]> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('leavesIn', '=', period)
    .where('state', '=', 'unlocking')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as PositionRow[]
}

export async function saveOpened(tx: Tx, opened: readonly OpenedPosition[]): Promise<void> {
  await sql`
    update static_position set state = 'open', opening_value = given.value
    from unnest(
      ${plainArray(opened, one => one.positionId)}::uuid[],
      ${plainArray(opened, one => one.openingValue)}::numeric[]) as given (id, value)
    where static_position.id = given.id`.execute(tx)
}

/** How positions ended in a run. */
export interface PositionEnd {
  id: string
  state: 'unlocked' | 'eliminated'
  endReason: 'asked' | 'cycle' | 'cap' | 'term'
}

export async function saveEnded(
  tx: Tx,
  ends: readonly PositionEnd[],
  run: { period: Period; endedAt: Date },
): Promise<void> {
  await sql`
    update static_position set state = given.state, end_reason = given.reason,
      ended_in = ${run.period}, ended_at = ${run.endedAt}
    from unnest(
      ${plainArray(ends, one => one.id)}::uuid[],
      ${plainArray(ends, one => one.state)}::text[],
      ${plainArray(ends, one => one.endReason)}::text[]) as given (id, state, reason)
    where static_position.id = given.id`.execute(tx)
}
