import type { WindDownState } from '@banyan/domain'
import type { RiskMeasure } from '@banyan/economy'
import { type Insertable, type Selectable, sql } from 'kysely'
import { HOUSE, settledTransfers } from '../ledger/index.ts'
import { sharedRead } from '../platform/batches.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { WindDown, WindDownCancellation, WindDownOutcome, WindDownRun } from './generated.ts'

/** A wind-down, including one that two people have not agreed on yet. */
export type WindDownRow = Omit<Selectable<WindDown>, 'state'> & {
  state: 'proposed' | 'dropped' | WindDownState
}
/** A wind-down that is announced, or was. */
export type AnnouncedRow = Omit<WindDownRow, 'state'> & {
  state: WindDownState
  announcedAt: Date
  dueAt: Date
  heldFrom: Date
  ruleVersion: number
}
export type CancellationRow = Selectable<WindDownCancellation>
export type RunRow = Selectable<WindDownRun>
export type OutcomeRow = Omit<Selectable<WindDownOutcome>, 'riskBy'> & { riskBy: RiskMeasure }
type Reader = Database | Tx

/** Returns false when another one exists. */
export async function insertWindDown(tx: Tx, row: Insertable<WindDown>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('windDown')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Locked until the transaction ends. */
export const lockWindDown = async (tx: Tx, id: string): Promise<WindDownRow> =>
  (await tx
    .selectFrom('windDown')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as WindDownRow

export async function saveWindDown(
  tx: Tx,
  id: string,
  change: Partial<Omit<WindDownRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('windDown').set(change).where('id', '=', id).execute()
}

export const findWindDowns = async (
  reader: Reader,
  ids: readonly string[],
): Promise<WindDownRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('windDown')
        .selectAll()
        .where('id', 'in', ids)
        .execute()) as WindDownRow[])

/** The wind-downs that were announced, newest first. */
export const announcedOnes = async (reader: Reader): Promise<AnnouncedRow[]> =>
  (await reader
    .selectFrom('windDown')
    .selectAll()
    .where('announcedAt', 'is not', null)
    .orderBy('announcedAt', 'desc')
    .execute()) as AnnouncedRow[]

/** The wind-down that is announced and not cancelled; undefined when there is none. */
export const liveWindDown = sharedRead(
  async reader =>
    (await reader
      .selectFrom('windDown')
      .selectAll()
      .where('state', 'in', ['announced', 'closing', 'paying', 'closed'])
      .executeTakeFirst()) as AnnouncedRow | undefined,
)

export async function insertCancellation(
  tx: Tx,
  row: Insertable<WindDownCancellation>,
): Promise<void> {
  await tx.insertInto('windDownCancellation').values(row).execute()
}

export const lockCancellation = (tx: Tx, id: string): Promise<CancellationRow> =>
  tx
    .selectFrom('windDownCancellation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findCancellations = async (
  reader: Reader,
  ids: readonly string[],
): Promise<CancellationRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('windDownCancellation').selectAll().where('id', 'in', ids).execute()

/** Who cancelled these, by wind-down. */
export async function cancellationsOf(reader: Reader): Promise<Map<string, CancellationRow>> {
  const rows = await reader
    .selectFrom('windDownCancellation')
    .selectAll()
    .where('approvedAt', 'is not', null)
    .execute()
  return new Map(rows.map(row => [row.windDownId, row]))
}

export async function saveCancelled(
  tx: Tx,
  id: string,
  approval: { approvedBy: string; approvedAt: Date },
): Promise<void> {
  await tx.updateTable('windDownCancellation').set(approval).where('id', '=', id).execute()
}

export const findRun = (reader: Reader, id: string): Promise<RunRow | undefined> =>
  reader.selectFrom('windDownRun').selectAll().where('windDownId', '=', id).executeTakeFirst()

export async function insertRun(tx: Tx, row: Insertable<WindDownRun>): Promise<void> {
  await tx.insertInto('windDownRun').values(row).execute()
}

export const findOutcome = async (reader: Reader, id: string): Promise<OutcomeRow | undefined> =>
  (await reader
    .selectFrom('windDownOutcome')
    .selectAll()
    .where('windDownId', '=', id)
    .executeTakeFirst()) as OutcomeRow | undefined

export async function insertOutcome(tx: Tx, row: Insertable<WindDownOutcome>): Promise<void> {
  await tx.insertInto('windDownOutcome').values(row).execute()
}

/** Records every position that has coins locked, in current units. */
export async function freezePositions(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into wind_down_position (position_id, wind_down_id, member_id, quantity)
    select id, ${id}::uuid, member_id, quantity * ledger_later_multiple('LEAF', epoch)
    from static_position where ended_at is null`.execute(tx)
}

/**
 * Records what every member has in coins, in all accounts, and the smallest balance between two
 * instants. A past balance is today's without all movements since; a split changes the unit and not
 * the balance, so its lines are left out and all quantities are in current units.
 */
export async function freezeHolders(
  tx: Tx,
  id: string,
  held: { from: Date; until: Date },
): Promise<void> {
  await sql`
    with account as (
      select id, owner, posted * ledger_later_multiple('LEAF', epoch) as coins
      from ledger_account where asset = 'LEAF' and owner <> ${HOUSE}::uuid),
    holder as (select owner, sum(coins) as coins from account group by owner),
    moved as (
      select account.owner, line.group_id, line.posted_at,
        sum(line.amount * ledger_later_multiple('LEAF', line.epoch)) as amount
      from (
        select debit_account as account_id, -amount as amount, group_id, epoch, posted_at
        from ledger_every_transfer
        where asset = 'LEAF' and kind <> 'split' and posted_at >= ${held.from}
        union all
        select credit_account, amount, group_id, epoch, posted_at
        from ledger_every_transfer
        where asset = 'LEAF' and kind <> 'split' and posted_at >= ${held.from}) line
      join account on account.id = line.account_id
      group by account.owner, line.group_id, line.posted_at),
    since as (
      select owner, posted_at,
        sum(amount) over (partition by owner order by posted_at, group_id) as so_far,
        sum(amount) over (partition by owner) as in_all
      from moved),
    lowest as (
      select owner, max(in_all) as in_all,
        min(so_far) filter (where posted_at <= ${held.until}) as so_far
      from since group by owner)
    insert into wind_down_holder (member_id, wind_down_id, quantity, least_held, is_insider)
    select * from (
      select holder.owner, ${id}::uuid, holder.coins as quantity,
        greatest(0, holder.coins - coalesce(lowest.in_all, 0) + least(0, coalesce(lowest.so_far, 0)))
          as least_held,
        exists (select from insider where insider.member_id = holder.owner)
      from holder left join lowest on lowest.owner = holder.owner) one
    where quantity > 0 or least_held > 0`.execute(tx)
}

/** The frozen positions, in the order of their ids. */
export const positionsOf = (reader: Reader, id: string, memberId?: string) => {
  let query = reader
    .selectFrom('windDownPosition')
    .select(['positionId as id', 'memberId', 'quantity'])
    .where('windDownId', '=', id)
    .orderBy('positionId')
  if (memberId !== undefined) query = query.where('memberId', '=', memberId)
  return query.execute()
}

/** The frozen holders, in the order of their ids. */
export const holdersOf = (reader: Reader, id: string) =>
  reader
    .selectFrom('windDownHolder')
    .select(['memberId', 'quantity', 'leastHeld', 'isInsider'])
    .where('windDownId', '=', id)
    .orderBy('memberId')
    .execute()

/** One frozen holder; undefined for a member who had nothing. */
export const holderOf = (reader: Reader, id: string, memberId: string) =>
  reader
    .selectFrom('windDownHolder')
    .select(['memberId', 'quantity', 'leastHeld', 'isInsider'])
    .where('windDownId', '=', id)
    .where('memberId', '=', memberId)
    .executeTakeFirst()

/** The number of frozen rows. */
export async function countsOf(
  reader: Reader,
  id: string,
): Promise<{ members: number; positions: number }> {
  const { rows } = await sql<{ members: number; positions: number }>`
    select (select count(*) from wind_down_holder where wind_down_id = ${id}::uuid)::int as members,
      (select count(*) from wind_down_position where wind_down_id = ${id}::uuid)::int as positions`.execute(
    reader,
  )
  return rows[0] ?? { members: 0, positions: 0 }
}

/**
 * The kinds that it posts to each member in blocks, in the order of its steps; the burn takes
 * coins.
 */
const blockKinds = [
  'wind_down_static',
  'wind_down_burn',
  'wind_down_coins',
  'wind_down_risk',
] as const

/** The sums that the wind-down has posted so far, by kind, micro-units. */
export async function postedSums(reader: Reader, settlement: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select kind, sum(abs(line.amount))::numeric(38,0) as amount
    from ledger_transfer_block block cross join lateral unnest(block.amounts) as line (amount)
    where kind = any(${[...blockKinds]}::text[]) and settlement = ${settlement} group by kind`.execute(
    reader,
  )
  return new Map(rows.map(({ kind, amount }) => [kind, amount]))
}

/** A line of a member's ledger. */
export interface OwnLine {
  transferId: string
  kind: 'unlock' | (typeof blockKinds)[number]
  asset: 'USDT' | 'LEAF'
  amount: bigint
  at: Date
}

/** A member's own lines of the wind-down, the oldest first. */
export async function linesOf(
  reader: Database,
  memberId: string,
  named: { settlement: string; positions: readonly string[] },
): Promise<OwnLine[]> {
  const { rows: unlocked } = await sql<OwnLine>`
    select id as transfer_id, kind, asset, amount, posted_at as at from ledger_transfer
    where kind = 'unlock' and reference = any(${[...named.positions]}::text[])
    order by posted_at, id`.execute(reader)
  const paid: OwnLine[] = []
  for (const kind of blockKinds) {
    const wanted = { kind, settlementId: named.settlement, owner: memberId }
    for (const { id, postedAt, amount } of await settledTransfers(reader, wanted)) {
      const isBurn = kind === 'wind_down_burn'
      const line = { asset: isBurn ? 'LEAF' : 'USDT', amount: isBurn ? -amount : amount } as const
      paid.push({ transferId: id, kind, at: postedAt, ...line })
    }
  }
  return [...unlocked, ...paid]
}

/**
 * The figures that decide whether the platform should end; undefined before its founding.
 * Micro-units.
 */
export async function endingFigures(reader: Reader, windowDays: number) {
  const { rows } = await sql<{
    foundedAt: Date
    traded: bigint
    reserve: bigint
    outstanding: bigint
  }>`
    select founded_at,
      coalesce((select sum(payment_amount) from otc_trade
        where state in ('finished', 'arbitration_release')
          and closed_at > house_now() - ${windowDays}::integer * interval '1 day'), 0)::numeric(38,0) as traded,
      coalesce((select posted from ledger_account
        where owner = ${HOUSE}::uuid and asset = 'USDT' and kind = 'RESERVE'), 0) as reserve,
      coalesce((select -posted * ledger_later_multiple('LEAF', epoch) from ledger_account
        where owner = ${HOUSE}::uuid and asset = 'LEAF' and kind = 'ISSUE'), 0)::numeric(38,0) as outstanding
    from treasury_founding`.execute(reader)
  return rows[0]
}
