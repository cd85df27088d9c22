import type { heldNames, owedNames } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { HOUSE } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { isAmiss } from './decide.ts'
import type { SolvencyReading } from './generated.ts'

export type HeldName = (typeof heldNames)[number]
export type OwedName = (typeof owedNames)[number]

/**
 * The day that names a reading and a root, as SQL: the newest published settlement. Nothing is
 * settled after the books of a wind-down are frozen; then each day has its own, and the day of
 * closing has one of the final balances.
 */
export const newestDay = sql<string | null>`greatest(
  (select max(period) from guide_price),
  (select to_char((house_now() at time zone 'UTC' + interval '8 hours')::date - (state = 'paying')::integer, 'YYYY-MM-DD')
    from wind_down where state in ('paying', 'closed')))`

/** The ledger's side of a reading, at one instant. Micro-units. */
export interface Books {
  /** The newest published settlement, or the day after the last settlement of a closed platform. */
  period: string
  price: bigint
  exitPrice: bigint
  outstanding: bigint
  /**
   * What the books have taken in from outside, less what left: the amount that custody has to hold.
   */
  taken: bigint
  owed: Record<OwedName, bigint>
}

/**
 * Reads the ledger's sums in one statement, so that all are of the same instant. Every transfer sums to
 * zero, so what members have is what the house's accounts lack: an invariant of its own, and a sum over
 * a million members is not taken for each reading. Null before the first settlement.
 */
export async function readBooks(reader: Database | Tx): Promise<Books | null> {
  const { rows } = await sql<{
    period: string
    price: bigint
    exitPrice: bigint
    outstanding: bigint
    taken: bigint
    owed: Record<string, string> | null
  }>`
    with house as (
      select asset, kind, posted from ledger_account where owner = ${HOUSE}::uuid
    ), owed as (
      select 'members' as name, -sum(posted) as amount from house where asset = 'USDT'
      union all
      select kind, posted from house where asset = 'USDT' and kind not in ('EXT', 'LOSS')
    )
    select ${newestDay} as period, price.price, price.exit_price,
      coalesce((select -posted from house where asset = 'LEAF' and kind = 'ISSUE'), 0) as outstanding,
      coalesce((select -posted from house where asset = 'USDT' and kind = 'EXT'), 0) as taken,
      (select json_object_agg(name, amount::text) from owed where amount is not null) as owed
    from guide_price price order by price.period desc limit 1`.execute(reader)
  const [row] = rows
  if (!row) return null
  const owed = (name: OwedName): bigint => BigInt(row.owed?.[name] ?? 0)
  return {
    ...row,
    owed: {
      members: owed('members'),
      RESERVE: owed('RESERVE'),
      INCOME: owed('INCOME'),
      'POOL.static': owed('POOL.static'),
      'POOL.dynamic': owed('POOL.dynamic'),
      OPS: owed('OPS'),
      RISK: owed('RISK'),
      PAYOUTS: owed('PAYOUTS'),
    },
  }
}

export type ReadingRow = Selectable<SolvencyReading>

/**
 * Stores the last reading of each time between two settlements, with the newest check of the
 * invariants.
 */
export async function writeReading(
  tx: Tx,
  row: Omit<Insertable<SolvencyReading>, 'breaches' | 'checkedAt'>,
): Promise<void> {
  const { period, ...read } = row
  await tx
    .insertInto('solvencyReading')
    .values(row)
    .onConflict(conflict => conflict.column('period').doUpdateSet(read))
    .execute()
}

/** Stores whether new money is stopped, where the chain was not read. */
export async function writeRed(tx: Tx, period: string, red: boolean): Promise<void> {
  await tx.updateTable('solvencyReading').set({ red }).where('period', '=', period).execute()
}

/** True when there is a reading of this period that was read from the chain. */
export async function isReadFromChain(reader: Database | Tx, period: string): Promise<boolean> {
  const row = await reader
    .selectFrom('solvencyReading')
    .select('blockNumber')
    .where('period', '=', period)
    .executeTakeFirst()
  return row != null && row.blockNumber !== null
}

/** The newest reading that was read from the chain. */
export const newestFromChain = (reader: Database | Tx): Promise<ReadingRow | undefined> =>
  reader
    .selectFrom('solvencyReading')
    .selectAll()
    .where('blockNumber', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Stores the findings of a check of every invariant; where something is broken, since when at the
 * latest.
 */
export async function writeCheck(tx: Tx, period: string, check: Check): Promise<void> {
  const { breaches, checkedAt } = check
  await tx.updateTable('solvencyReading').set(check).where('period', '=', period).execute()
  if (breaches > 0)
    await tx
      .updateTable('solvencyReading')
      .set({ amissSince: checkedAt })
      .where('period', '=', period)
      .where('amissSince', 'is', null)
      .execute()
}

/** The findings of a check of every invariant. */
export interface Check {
  breaches: number
  checkedAt: Date
}

/** The newest check and the settlement that it counts for. */
export interface KeptCheck extends Check {
  period: string
}

const checkOf = (row: ReadingRow | undefined): KeptCheck | null =>
  row && row.checkedAt !== null && row.breaches !== null
    ? { period: row.period, breaches: row.breaches, checkedAt: row.checkedAt }
    : null

/**
 * The newest of these checks (the readings are newest first): a check counts until it is too old,
 * also after the next settlement.
 */
export const newestCheckOf = (rows: readonly ReadingRow[]): KeptCheck | null =>
  checkOf(rows.find(one => one.checkedAt !== null))

/** The newest check, however many settlements were not checked since; null before the first. */
export const newestCheck = async (reader: Database | Tx): Promise<KeptCheck | null> =>
  checkOf(
    await reader
      .selectFrom('solvencyReading')
      .selectAll()
      .where('checkedAt', 'is not', null)
      .orderBy('period', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

/** Since when there is a fault by the newest reading and the newest check; null while there is none. */
export async function amissSince(reader: Database | Tx): Promise<Date | null> {
  const newest = await newestReading(reader)
  if (newest === undefined || !isAmiss({ ...newest, check: await newestCheck(reader) })) return null
  return newest.amissSince ?? newest.checkedAt ?? newest.readAt
}

/** The newest readings, newest first. */
export const newestReadings = (reader: Database | Tx, count: number): Promise<ReadingRow[]> =>
  reader.selectFrom('solvencyReading').selectAll().orderBy('period', 'desc').limit(count).execute()

/** The newest reading; undefined before the first. */
export const newestReading = async (reader: Database | Tx): Promise<ReadingRow | undefined> =>
  (await newestReadings(reader, 1))[0]

/** When all of history was last checked; null before the first time. */
export async function lastFullCheck(reader: Database | Tx): Promise<Date | null> {
  const row = await reader
    .selectFrom('solvencyReading')
    .select(one => one.fn.max('fullyCheckedAt').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Stores that all of history was checked. */
export async function writeFullCheck(tx: Tx, period: string, at: Date): Promise<void> {
  await tx
    .updateTable('solvencyReading')
    .set({ fullyCheckedAt: at })
    .where('period', '=', period)
    .execute()
}
