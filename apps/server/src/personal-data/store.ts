import { type exportStates, rollingDayHours } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { DataExport, DataExportPart } from './generated.ts'

export type ExportRow = Omit<Selectable<DataExport>, 'state'> & {
  state: (typeof exportStates)[number]
}
type Reader = Database | Tx

/** One request of a member at a time: how many there were is a count, and a count has no lock. */
export const lockExports = (tx: Tx, memberId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${memberId}`}, 0))`.execute(tx)

/** The newest export of a member. */
export const newestExport = async (
  reader: Reader,
  memberId: string,
): Promise<ExportRow | undefined> =>
  (await reader
    .selectFrom('dataExport')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()) as ExportRow | undefined

/** How many exports a member has asked for in the last 24 hours. */
export async function exportsOfDay(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('dataExport')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('askedAt', '>', sql<Date>`house_now() - make_interval(hours => ${rollingDayHours})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertExport(
  tx: Tx,
  row: { id: string; memberId: string; sessionId: string; parts: number },
): Promise<ExportRow> {
  return (await tx
    .insertInto('dataExport')
    .values({ ...row, state: 'making', askedAt: sql<Date>`house_now()` })
    .returningAll()
    .executeTakeFirstOrThrow()) as ExportRow
}

export const findExport = async (
  reader: Reader,
  memberId: string,
  id: string,
): Promise<ExportRow | undefined> =>
  (await reader
    .selectFrom('dataExport')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as ExportRow | undefined

/** The export that has waited longest, locked; undefined when there is none that is not locked. */
export const lockMaking = async (tx: Tx): Promise<ExportRow | undefined> =>
  (await tx
    .selectFrom('dataExport')
    .selectAll()
    .where('state', '=', 'making')
    .orderBy('faults')
    .orderBy('askedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as ExportRow | undefined

export async function partNames(reader: Reader, exportId: string): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('dataExportPart')
    .select('name')
    .where('exportId', '=', exportId)
    .execute()
  return new Set(rows.map(row => row.name))
}

export async function insertPart(tx: Tx, row: Selectable<DataExportPart>): Promise<void> {
  await tx.insertInto('dataExportPart').values(row).execute()
}

export const partsOfExport = (
  reader: Reader,
  exportId: string,
): Promise<Selectable<DataExportPart>[]> =>
  reader.selectFrom('dataExportPart').selectAll().where('exportId', '=', exportId).execute()

export async function markReady(tx: Tx, id: string, hours: number): Promise<void> {
  await tx
    .updateTable('dataExport')
    .set({
      state: 'ready',
      readyAt: sql<Date>`house_now()`,
      expiresAt: sql<Date>`house_now() + make_interval(hours => ${hours})`,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks an export that is still being made; undefined when it is not any more. */
export const lockIfMaking = async (tx: Tx, id: string): Promise<ExportRow | undefined> =>
  (await tx
    .selectFrom('dataExport')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'making')
    .forUpdate()
    .executeTakeFirst()) as ExportRow | undefined

const addFaults = (by: 1 | -1) => async (tx: Tx, id: string) => {
  await tx
    .updateTable('dataExport')
    .set(({ eb }) => ({ faults: eb('faults', '+', by) }))
    .where('id', '=', id)
    .execute()
}

/** Counts a try as a fault, until it is taken back. */
export const countTry = addFaults(1)

/** Takes back the fault of a try that went well. */
export const takeBackTry = addFaults(-1)

/** Gives an export up that is still being made. */
export async function markFailed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('dataExport')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute()
}

/** Takes away what has expired, and what was written of exports that failed. */
export async function dropExpired(tx: Tx): Promise<void> {
  await tx
    .updateTable('dataExport')
    .set({ state: 'expired' })
    .where('state', '=', 'ready')
    .where('expiresAt', '<=', sql<Date>`house_now()`)
    .execute()
  await sql`
    delete from data_export_part using data_export
    where data_export.id = export_id and state in ('expired', 'failed')`.execute(tx)
}
