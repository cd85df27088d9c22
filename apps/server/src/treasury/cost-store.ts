import { type CostUse, costUses } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { TreasuryCost } from './generated.ts'

type Reader = Database | Tx
export type CostRow = Selectable<TreasuryCost>

/** A transfer out of one of the addresses that costs are paid from. */
export interface Payment {
  transferId: string
  use: CostUse
  /** Micro-USDT, rounded up: what custody lacks at most. */
  amount: bigint
}

/** Returns false when a proposal about the transfer is open or approved. */
export async function insertCost(tx: Tx, row: Insertable<TreasuryCost>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasuryCost')
    .values(row)
    .onConflict(one => one.column('transferId').where('droppedAt', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked until the transaction ends: it is either approved or dropped. */
export const lockCost = (tx: Tx, id: string): Promise<CostRow | undefined> =>
  tx.selectFrom('treasuryCost').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findCosts = async (reader: Reader, ids: readonly string[]): Promise<CostRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('treasuryCost').selectAll().where('id', 'in', ids).execute()

/** Ends a proposal: the cost is booked, or dropped. */
export async function endCost(
  tx: Tx,
  id: string,
  end: { approvedBy: string; bookedAt: Date; amount: bigint } | { droppedAt: Date },
): Promise<void> {
  await tx.updateTable('treasuryCost').set(end).where('id', '=', id).execute()
  await announceToOperators(tx, 'treasury')
}

const payments = sql`
  select sent.id as transfer_id, published.use,
    ceil(sent.token_units / sent.units_per_micro)::numeric(38,0) as amount
  from custody_transfer sent
    join custody_address published on published.chain_id = sent.chain_id and published.address = sent.address
  where published.use in (${sql.join(costUses.map(use => sql.lit(use)))})
    and sent.derivation_index is null and sent.leads_to = 'outside'`

/** Those of these transfers that may be costs. */
export async function paymentsAmong(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Payment>`${payments} and sent.id in (${sql.join(ids)})`.execute(reader)
  return new Map(rows.map(row => [row.transferId, row]))
}

/** The newest payments that no cost is booked for. */
export async function unbookedPayments(reader: Reader, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    ${payments} and sent.state <> 'vanished' and sent.taken_back_at is null
      and not exists (select from treasury_cost booked
        where booked.transfer_id = sent.id and booked.booked_at is not null)
    order by sent.block_number desc, sent.id limit ${limit}`.execute(reader)
  return rows
}

/** A page of booked costs, newest first, with one more than its length. */
export async function costsPage(
  reader: Reader,
  page: { after: readonly string[] | null; limit: number },
): Promise<CostRow[]> {
  let query = reader
    .selectFrom('treasuryCost')
    .selectAll()
    .where('bookedAt', 'is not', null)
    .orderBy('bookedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(booked_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return query.execute()
}
