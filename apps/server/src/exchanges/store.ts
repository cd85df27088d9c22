import type { RedemptionState } from '@banyan/domain'
import type { ExchangeDeal, ExchangeOrder, Period } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Exchange } from '../platform/database/generated.ts'

export type ExchangeRow = Omit<Selectable<Exchange>, 'state'> & {
  state: RedemptionState
  /** In today's units while it is open, in those of its end afterwards. */
  shownQuantity: bigint
}

/**
 * Held while an order is placed: a cut-off waits for every order that has read the time before it,
 * so none that was placed in time is left behind by a slow commit.
 */
export async function enterQueue(tx: Tx): Promise<void> {
  await shareLock(tx, 'exchangeQueue')
}

/** Waits for all who are placing and keeps others out until the transaction ends. */
export async function shutQueue(tx: Tx): Promise<void> {
  await holdLock(tx, 'exchangeQueue')
}

const shownQuantity = sql<bigint>`
  coalesce(ended_quantity, quantity * ledger_later_multiple('LEAF', epoch))`.as('shownQuantity')

/** Whether a member has used a key for an exchange before. */
export async function keyIsUsed(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('exchange')
    .select('id')
    .where('memberId', '=', memberId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The new row, or undefined when its order number is taken. */
export async function insertExchange(
  tx: Tx,
  row: Insertable<Exchange>,
): Promise<ExchangeRow | undefined> {
  return (await tx
    .insertInto('exchange')
    .values(row)
    .onConflict(conflict => conflict.column('orderNumber').doNothing())
    .returningAll()
    .returning(shownQuantity)
    .executeTakeFirst()) as ExchangeRow | undefined
}

/** A member's own exchange, locked until the transaction ends. */
export async function lockExchange(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<ExchangeRow | undefined> {
  return (await tx
    .selectFrom('exchange')
    .selectAll()
    .select(shownQuantity)
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as ExchangeRow | undefined
}

export async function cancelExchange(
  tx: Tx,
  row: ExchangeRow,
  closedAt: Date,
): Promise<ExchangeRow> {
  return (await tx
    .updateTable('exchange')
    .set({ state: 'cancelled', closedAt, endedQuantity: row.shownQuantity })
    .where('id', '=', row.id)
    .returningAll()
    .returning(shownQuantity)
    .executeTakeFirstOrThrow()) as ExchangeRow
}

/** Gives every order that was queued before a cut-off to its run, and freezes what it is then. */
export async function takeQueued(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    with taken as (
      update exchange set state = 'settling', period = ${period}
      where state = 'queued' and placed_at < ${cutoff}
      returning id, member_id, quantity, epoch, placed_at)
    insert into exchange_turn (period, exchange_id, member_id, quantity, epoch, placed_at)
    select ${period}, id, member_id, quantity * ledger_later_multiple('LEAF', epoch),
      (select coalesce(max(epoch), 0) from ledger_epoch where asset = 'LEAF'), placed_at
    from taken`.execute(tx)
}

/** Leaves every queued order for the next run: this one deals with nobody. Rule book 2.17. */
export async function passQueued(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await tx
    .updateTable('exchange')
    .set({ period })
    .where('state', '=', 'queued')
    .where('placedAt', '<', cutoff)
    .execute()
}

/** The orders that a cut-off gave to a run, oldest first, whatever has become of them since. */
export const turnsOf = (database: Database | Tx, period: Period): Promise<ExchangeOrder[]> =>
  database
    .selectFrom('exchangeTurn')
    .select(['exchangeId as id', 'memberId', 'quantity'])
    .where('period', '=', period)
    .orderBy('placedAt')
    .orderBy('exchangeId')
    .execute()

/** An order of a run that is not settled yet. */
export interface SettlingRow {
  id: string
  memberId: string
  holdId: string
  state: RedemptionState
  quantity: bigint
  epoch: number
}

/** Some orders of a run that are not settled yet, locked until the transaction ends. */
export const lockSettling = (tx: Tx, period: Period, limit: number): Promise<SettlingRow[]> =>
  tx
    .selectFrom('exchange')
    .innerJoin('exchangeTurn as turn', join =>
      join
        .onRef('turn.exchangeId', '=', 'exchange.id')
        .onRef('turn.placedAt', '=', 'exchange.placedAt')
        .onRef('turn.period', '=', 'exchange.period'),
    )
    .select(['exchange.id', 'exchange.memberId', 'holdId', 'state', 'turn.quantity', 'turn.epoch'])
    .where('exchange.period', '=', period)
    .where('state', '=', 'settling')
    .orderBy('exchange.placedAt')
    .orderBy('exchange.id')
    .limit(limit)
    .forUpdate('exchange')
    .execute() as Promise<SettlingRow[]>

/** Ends orders with what they gave. */
export async function saveDeals(
  tx: Tx,
  deals: readonly ExchangeDeal[],
  end: { exitPrice: bigint; closedAt: Date; dealVersion: number },
): Promise<void> {
  await sql`
    update exchange set state = 'done', exit_price = ${end.exitPrice}, closed_at = ${end.closedAt},
      gross = deal.gross, fee = deal.fee, pay = deal.pay, ended_quantity = deal.quantity,
      deal_version = ${end.dealVersion}
    from unnest(
      ${deals.map(deal => deal.id)}::uuid[],
      ${deals.map(deal => deal.quantity)}::numeric[],
      ${deals.map(deal => deal.gross)}::numeric[],
      ${deals.map(deal => deal.fee)}::numeric[],
      ${deals.map(deal => deal.pay)}::numeric[]) as deal (id, quantity, gross, fee, pay)
    where exchange.id = deal.id`.execute(tx)
}

/** Puts orders back into the queue: their run had no price. */
export async function requeue(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('exchange').set({ state: 'queued' }).where('id', 'in', ids).execute()
}

/** A member's exchanges, newest first; one row more than the page when there is a next one. */
export async function exchangePage(
  database: Database,
  memberId: string,
  state: RedemptionState | undefined,
  page: { after: string[] | null; limit: number },
): Promise<ExchangeRow[]> {
  let query = database
    .selectFrom('exchange')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (state) query = query.where('state', '=', state)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(placed_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as ExchangeRow[]
}

/** A member's dealt exchanges, the last dealt first. */
export async function soldPage(
  database: Database,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<ExchangeRow[]> {
  let query = database
    .selectFrom('exchange')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .where('state', '=', 'done')
    .orderBy('closedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(closed_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as ExchangeRow[]
}
