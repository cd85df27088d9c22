import type { PositionState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { StaticPosition } from './generated.ts'

/** A position; `quantity` is in the units of its epoch. */
export type PositionRow = Omit<
  Selectable<StaticPosition>,
  'state' | 'kind' | 'leaveReason' | 'endReason'
> & {
  state: PositionState
  kind: 'static_reinvest' | 'dynamic_reinvest' | null
  leaveReason: 'asked' | 'cycle' | 'wind_down' | null
  endReason: 'cancelled' | 'asked' | 'cycle' | 'cap' | 'term' | 'wind_down' | null
}

/** A position as its owner sees it. */
export interface PositionView extends PositionRow {
  /** Coins in current units. */
  coins: bigint
  /** All pay so far, micro-USDT. */
  paid: bigint
  /** The number of settlements in which it has shared. */
  settlements: number
}

/**
 * Held while a member makes a request: a cut-off waits for every caller that has read the time
 * before it, so that a slow commit leaves no request behind.
 */
export async function lockRoundShared(tx: Tx): Promise<void> {
  await shareLock(tx, 'activationRound')
}

/** Waits for all requests under way and blocks new ones until the transaction ends. */
export async function lockRoundExclusive(tx: Tx): Promise<void> {
  await holdLock(tx, 'activationRound')
}

/** Whether a member has used a key for a position before. */
export async function keyIsUsed(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staticPosition')
    .select('id')
    .where('memberId', '=', memberId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPosition(tx: Tx, row: Insertable<StaticPosition>): Promise<void> {
  await tx.insertInto('staticPosition').values(row).execute()
}

/** A member's own position, locked until the transaction ends. */
export async function lockPosition(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<PositionRow | undefined> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as PositionRow | undefined
}

/** The fields that a member's own request changes. */
export type PositionChange = Partial<
  Pick<PositionRow, 'state' | 'unlockAskedAt' | 'endReason' | 'endedAt'>
>

export async function savePosition(tx: Tx, id: string, change: PositionChange): Promise<void> {
  await tx.updateTable('staticPosition').set(change).where('id', '=', id).execute()
}

/** Some members' positions in one of these states, locked until the transaction ends. */
export async function lockIn(
  tx: Tx,
  states: readonly PositionState[],
  limit: number,
): Promise<PositionRow[]> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as PositionRow[]
}

/** The same for positions that share in the static pool, by an index without ended ones. */
export async function lockLocked(tx: Tx, limit: number): Promise<PositionRow[]> {
  return (await tx
    .selectFrom('staticPosition')
    .selectAll()
    .where('state', 'in', ['open', 'unlock_asked'])
    .where('endedAt', 'is', null)
    .where('opensIn', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as PositionRow[]
}

/** Whether any position is asked for, or being opened or unlocked by a run. */
export async function hasUnderWay(reader: Database | Tx): Promise<boolean> {
  const row = await reader
    .selectFrom('staticPosition')
    .select('id')
    .where('state', 'in', ['asked', 'opening', 'unlocking'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks positions that a wind-down unlocks; the last settlement is the last in which they shared.
 */
export async function saveWoundDown(
  tx: Tx,
  ids: readonly string[],
  end: { period: string; endedAt: Date },
): Promise<void> {
  await tx
    .updateTable('staticPosition')
    .set({
      state: 'unlocked',
      leavesIn: end.period,
      leaveReason: 'wind_down',
      endedIn: end.period,
      endReason: 'wind_down',
      endedAt: end.endedAt,
    })
    .where('id', 'in', ids)
    .execute()
}

/** The newest complete settlement, or null. */
const lastRound = sql`(select max(period) from static_round where paid_at is not null)`

/**
 * The selected data of a position: its row, its coins in current units, its pay and number of
 * settlements.
 */
const viewOf = sql`
  position.id, position.member_id, position.idempotency_key, position.kind, position.state,
  position.epoch, position.quantity, position.opening_value, position.rule_version,
  position.asked_at, position.opens_in, position.unlock_asked_at, position.leaves_in,
  position.leave_reason, position.passed_in, position.ended_at, position.ended_in,
  position.end_reason, position.quantity * ledger_later_multiple('LEAF', position.epoch) as coins,
  coalesce((select paid_after
    from static_payout_of(coalesce(position.ended_in, ${lastRound}), position.id)), 0) as paid,
  greatest(0, coalesce(
    coalesce(position.ended_in, ${lastRound})::date - position.opens_in::date, 0)) as settlements`

/** A member's own position as it is now. */
export async function findPosition(
  database: Database | Tx,
  memberId: string,
  id: string,
): Promise<PositionView | undefined> {
  const { rows } = await sql<PositionView>`
    select ${viewOf} from static_position position
    where id = ${id}::uuid and member_id = ${memberId}::uuid`.execute(database)
  return rows[0]
}

/** A member's positions, newest first; one row more than the page when there is a next page. */
export async function positionPage(
  database: Database,
  memberId: string,
  show: 'locked' | 'ended' | undefined,
  page: { after: string[] | null; limit: number },
): Promise<PositionView[]> {
  const [at, id] = page.after ?? [null, null]
  const { rows } = await sql<PositionView>`
    select ${viewOf} from static_position position
    where member_id = ${memberId}::uuid
      and (${show ?? null}::text is null or (ended_at is null) = (${show ?? null} = 'locked'))
      and (${at}::timestamptz is null or (asked_at, id) < (${at}::timestamptz, ${id}::uuid))
    order by asked_at desc, id desc limit ${page.limit + 1}`.execute(database)
  return rows
}

/** A member's positions that have coins locked, oldest first. */
export const openPositions = (database: Database, memberId: string): Promise<PositionView[]> =>
  selectOpen(database, { memberId })

const selectOpen = prepared(
  'open_positions',
  ({ memberId }: Placeholders<{ memberId: string }>) => sql<PositionView>`
    select ${viewOf} from static_position position
    where member_id = ${memberId}::uuid and ended_at is null
    order by asked_at, id`,
)
