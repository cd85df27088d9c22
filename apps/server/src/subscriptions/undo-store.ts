import type { RedemptionState } from '@banyan/domain'
import type { Period, UndoDeal, UndoRequest } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { SubscriptionUndo } from '../platform/database/generated.ts'

/** One that was not taken back: nobody reads those. */
export type UndoRow = Omit<Selectable<SubscriptionUndo>, 'state'> & {
  state: Exclude<RedemptionState, 'cancelled'>
  /** In today's units while it is open, in those of its end afterwards. */
  shownQuantity: bigint
}

const shownQuantity = sql<bigint>`
  coalesce(ended_quantity, quantity * ledger_later_multiple('LEAF', epoch))`.as('shownQuantity')

/** The first coins that a member was ever issued for a subscription. */
export interface FirstFill {
  subscriptionId: string
  /** Micro-USDT. */
  fill: bigint
  /** Micro-LEAF, today's units. */
  quantity: bigint
  issuedAt: Date
}

/** A member's first fill, or undefined before there is one. */
export const firstFillOf = (
  database: Database | Tx,
  memberId: string,
): Promise<FirstFill | undefined> =>
  database
    .selectFrom('subscription')
    .select(['id as subscriptionId', 'filled as fill', 'closedAt as issuedAt'])
    .select(sql<bigint>`quantity * ledger_later_multiple('LEAF', epoch)`.as('quantity'))
    .where('memberId', '=', memberId)
    .where('filled', '>', 0n)
    .orderBy('period')
    .orderBy('placedAt')
    .orderBy('id')
    .limit(1)
    .$narrowType<{ fill: bigint; issuedAt: Date }>()
    .executeTakeFirst()

/** A member's undo that was not taken back: there is one at most. */
export async function undoOf(
  database: Database | Tx,
  memberId: string,
): Promise<UndoRow | undefined> {
  return (await database
    .selectFrom('subscriptionUndo')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()) as UndoRow | undefined
}

/** The same, locked until the transaction ends. */
export async function lockUndo(tx: Tx, memberId: string): Promise<UndoRow | undefined> {
  return (await tx
    .selectFrom('subscriptionUndo')
    .selectAll()
    .select(shownQuantity)
    .where('memberId', '=', memberId)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst()) as UndoRow | undefined
}

/** Whether a member has used a key for an undo before. */
export async function undoKeyIsUsed(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptionUndo')
    .select('id')
    .where('memberId', '=', memberId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUndo(tx: Tx, row: Insertable<SubscriptionUndo>): Promise<UndoRow> {
  return (await tx
    .insertInto('subscriptionUndo')
    .values(row)
    .returningAll()
    .returning(shownQuantity)
    .executeTakeFirstOrThrow()) as UndoRow
}

export async function saveCancelled(tx: Tx, row: UndoRow, closedAt: Date): Promise<void> {
  await tx
    .updateTable('subscriptionUndo')
    .set({ state: 'cancelled', closedAt, endedQuantity: row.shownQuantity })
    .where('id', '=', row.id)
    .execute()
}

/** Gives every undo that was asked for before a cut-off to its run, and freezes what it is then. */
export async function takeQueued(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await sql`
    with taken as (
      update subscription_undo set state = 'settling', period = ${period}
      where state = 'queued' and asked_at < ${cutoff}
      returning id, member_id, quantity, epoch, fill, asked_at)
    insert into subscription_undo_turn (period, undo_id, member_id, quantity, epoch, fill, asked_at)
    select ${period}, id, member_id, quantity * ledger_later_multiple('LEAF', epoch),
      (select coalesce(max(epoch), 0) from ledger_epoch where asset = 'LEAF'), fill, asked_at
    from taken`.execute(tx)
}

/** Leaves every undo for the next run: this one deals with nobody. Rule book 2.17. */
export async function passUndos(tx: Tx, period: Period, cutoff: Date): Promise<void> {
  await tx
    .updateTable('subscriptionUndo')
    .set({ period })
    .where('state', '=', 'queued')
    .where('askedAt', '<', cutoff)
    .execute()
}

/** The undos that a cut-off gave to a run, oldest first, whatever has become of them since. */
export const undosOfRun = (database: Database | Tx, period: Period): Promise<UndoRequest[]> =>
  database
    .selectFrom('subscriptionUndoTurn')
    .select(['undoId as id', 'memberId', 'quantity', 'fill'])
    .where('period', '=', period)
    .orderBy('askedAt')
    .orderBy('undoId')
    .execute()

/** An undo of a run that is not settled yet. */
export interface SettlingUndo {
  id: string
  subscriptionId: string
  memberId: string
  holdId: string
  state: RedemptionState
  quantity: bigint
  epoch: number
}

/** Some undos of a run that are not settled yet, locked until the transaction ends. */
export const lockSettlingUndos = (tx: Tx, period: Period, limit: number): Promise<SettlingUndo[]> =>
  tx
    .selectFrom('subscriptionUndo as undo')
    .innerJoin('subscriptionUndoTurn as turn', join =>
      join
        .onRef('turn.undoId', '=', 'undo.id')
        .onRef('turn.askedAt', '=', 'undo.askedAt')
        .onRef('turn.period', '=', 'undo.period'),
    )
    .select(['undo.id', 'undo.subscriptionId', 'undo.memberId', 'holdId', 'state'])
    .select(['turn.quantity', 'turn.epoch'])
    .where('undo.period', '=', period)
    .where('state', '=', 'settling')
    .orderBy('undo.askedAt')
    .orderBy('undo.id')
    .limit(limit)
    .forUpdate('undo')
    .execute() as Promise<SettlingUndo[]>

/** Ends undos with what they gave. */
export async function saveUndone(
  tx: Tx,
  deals: readonly UndoDeal[],
  end: { exitPrice: bigint; closedAt: Date; dealVersion: number },
): Promise<void> {
  await sql`
    update subscription_undo set state = 'done', exit_price = ${end.exitPrice},
      closed_at = ${end.closedAt}, pay = deal.pay, ended_quantity = deal.quantity,
      deal_version = ${end.dealVersion}
    from unnest(
      ${deals.map(deal => deal.id)}::uuid[],
      ${deals.map(deal => deal.quantity)}::numeric[],
      ${deals.map(deal => deal.pay)}::numeric[]) as deal (id, quantity, pay)
    where subscription_undo.id = deal.id`.execute(tx)
}

/** Puts undos back into the queue: their run had no price. */
export async function requeueUndos(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('subscriptionUndo').set({ state: 'queued' }).where('id', 'in', ids).execute()
}
