import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DepositState } from './decide.ts'
import type { Deposit } from './generated.ts'
import type { Sighting } from './transfers.ts'

export type DepositRow = Omit<Selectable<Deposit>, 'state'> & { state: DepositState }

/** The deposit of an event, locked; undefined when it was never seen. */
export async function lockByEvent(
  tx: Tx,
  chainId: number,
  event: Pick<Sighting, 'transactionHash' | 'ordinal'>,
): Promise<DepositRow | undefined> {
  return (await tx
    .selectFrom('deposit')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('transactionHash', '=', event.transactionHash)
    .where('ordinal', '=', event.ordinal)
    .forUpdate()
    .executeTakeFirst()) as DepositRow | undefined
}

export async function insertDeposit(
  tx: Tx,
  row: Omit<DepositRow, 'creditedAt' | 'takenBackAt'>,
): Promise<void> {
  await tx.insertInto('deposit').values(row).execute()
}

/** Changes a deposit that is still in the state it was read in; any other state is a bug. */
export async function changeDeposit(
  tx: Tx,
  row: Pick<DepositRow, 'id' | 'state'>,
  change: Partial<Omit<DepositRow, 'id' | 'chainId' | 'transactionHash' | 'ordinal'>>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('deposit')
    .set(change)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`deposit ${row.id} is no longer ${row.state}`)
}

/** Deposits in blocks above a height, locked. */
export async function lockAbove(tx: Tx, chainId: number, height: number): Promise<DepositRow[]> {
  return (await tx
    .selectFrom('deposit')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('blockNumber', '>', height)
    .where('takenBackAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as DepositRow[]
}

/**
 * Members with a confirming deposit at or below a block, and the largest deposit of each, token
 * units.
 */
export async function membersDue(
  database: Database,
  chainId: number,
  upTo: number,
): Promise<{ memberId: string; largest: bigint }[]> {
  return database
    .selectFrom('deposit')
    .select(['memberId', eb => eb.fn.max('tokenUnits').as('largest')])
    .where('chainId', '=', chainId)
    .where('state', '=', 'confirming')
    .where('blockNumber', '<=', upTo)
    .groupBy('memberId')
    .limit(500)
    .execute()
}

/** A member's deposits that are final at a block and not credited, oldest first, locked. */
export async function lockDue(
  tx: Tx,
  chainId: number,
  memberId: string,
  upTo: number,
): Promise<DepositRow[]> {
  return (await tx
    .selectFrom('deposit')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('memberId', '=', memberId)
    .where('state', 'in', ['confirming', 'below_minimum'])
    .where('blockNumber', '<=', upTo)
    .orderBy('blockNumber')
    .orderBy('id')
    .forUpdate()
    .execute()) as DepositRow[]
}

/** Token units carried over from a member's earlier deposits, locked. */
export async function lockCarry(tx: Tx, chainId: number, memberId: string): Promise<bigint> {
  await tx
    .insertInto('depositCarry')
    .values({ chainId, memberId, tokenUnits: 0n })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { tokenUnits } = await tx
    .selectFrom('depositCarry')
    .select('tokenUnits')
    .where('chainId', '=', chainId)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return tokenUnits
}

export async function writeCarry(
  tx: Tx,
  chainId: number,
  memberId: string,
  tokenUnits: bigint,
): Promise<void> {
  await tx
    .updateTable('depositCarry')
    .set({ tokenUnits })
    .where('chainId', '=', chainId)
    .where('memberId', '=', memberId)
    .execute()
}

/** Members with a deposit that is being confirmed. */
export async function membersConfirming(
  database: Database | Tx,
  chainId: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('deposit')
    .select('memberId')
    .distinct()
    .where('chainId', '=', chainId)
    .where('state', '=', 'confirming')
    .limit(10_000)
    .execute()
  return rows.map(row => row.memberId)
}

const UNDER_WAY_SHOWN = 50

/** A member's deposits that are not credited; a vanished one is listed for a day. */
export async function underWay(database: Database | Tx, memberId: string): Promise<DepositRow[]> {
  return (await database
    .selectFrom('deposit')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('state', '<>', 'credited')
    .where(sql<boolean>`(state <> 'vanished' or taken_back_at > house_now() - interval '1 day')`)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(UNDER_WAY_SHOWN)
    .execute()) as DepositRow[]
}

/** A member's deposits, newest first; one row more than the page when there is a next one. */
export async function depositPage(
  database: Database,
  memberId: string,
  page: { after: string[] | null; limit: number },
): Promise<DepositRow[]> {
  let query = database
    .selectFrom('deposit')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(seen_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as DepositRow[]
}

/** Recharges of a member that are not final yet, or whose block was taken back. */
export async function openRecharges(reader: Database | Tx, memberId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('deposit')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where(({ or, eb }) =>
      or([
        eb('state', '=', 'confirming'),
        eb('state', '=', 'credited').and('takenBackAt', 'is not', null),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * True when there is a recharge that was seen up to an instant and that the chain has not confirmed
 * yet.
 */
export async function hasConfirming(reader: Database | Tx, until: Date): Promise<boolean> {
  const row = await reader
    .selectFrom('deposit')
    .select('id')
    .where('state', '=', 'confirming')
    .where('seenAt', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Of these deposits, those that were credited since a time. */
export async function creditedAmong(
  reader: Database | Tx,
  ids: readonly string[],
  since: Date,
): Promise<{ id: string; memberId: string; amount: bigint; creditedAt: Date }[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('deposit')
    .select(['id', 'memberId', 'amount', 'creditedAt'])
    .where('id', 'in', ids)
    .where('state', '=', 'credited')
    .where('creditedAt', '>', since)
    .execute()
  return rows.flatMap(({ creditedAt, ...row }) => (creditedAt ? [{ ...row, creditedAt }] : []))
}
