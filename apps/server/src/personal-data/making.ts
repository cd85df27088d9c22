import { exportLimits } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type ExportedRow, type ExportPart, plainRow } from './parts.ts'
import * as store from './store.ts'

/** After this many failed tries an export is given up. */
const MOST_FAULTS = 5

const placeOf = (exportId: string, name: string): string => `${name} of export ${exportId}`

export interface Making {
  database: Database
  sealing: Sealing
  parts: readonly ExportPart[]
}

/**
 * Writes the next part of the export that has waited longest, and marks the export ready after its
 * last part. False when there is none. Parts that are written stay: after a restart the next part
 * is made.
 *
 * The try is counted as a fault before the work, and taken back with it. So an export is also given
 * up when one of its parts ends the process every time.
 */
export async function makeNext(context: Making): Promise<boolean> {
  const { database } = context
  const tried = await inTransaction(database, async tx => {
    const row = await store.lockMaking(tx)
    if (!row) return null
    if (row.faults < MOST_FAULTS) await store.countTry(tx, row.id)
    else await giveUp(tx, row)
    return row
  })
  if (!tried) return false
  if (tried.faults >= MOST_FAULTS) return true
  try {
    await inTransaction(database, tx => makePart(tx, context, tried.id))
  } catch (error) {
    if (tried.faults + 1 >= MOST_FAULTS) await inTransaction(database, tx => giveUp(tx, tried))
    throw error
  }
  return true
}

const announceExport = (tx: Tx, memberId: string): Promise<void> =>
  announce(tx, [{ memberId, topic: 'personalData', subject: null }])

async function giveUp(tx: Tx, { id, memberId }: store.ExportRow): Promise<void> {
  await store.markFailed(tx, id)
  await announceExport(tx, memberId)
}

async function makePart(tx: Tx, context: Making, id: string): Promise<void> {
  const row = await store.lockIfMaking(tx, id)
  // Another worker may have made its last part meanwhile.
  if (!row) return
  const { memberId } = row
  const written = await store.partNames(tx, id)
  const next = context.parts.find(part => !written.has(part.name))
  if (next) {
    const rows = (await next.rows(context.database, memberId)).map(plainRow)
    const body = context.sealing.seal(JSON.stringify(rows), placeOf(id, next.name))
    await store.insertPart(tx, { exportId: id, name: next.name, rows: rows.length, body })
  } else await store.markReady(tx, id, exportLimits.hours)
  await store.takeBackTry(tx, id)
  await announceExport(tx, memberId)
}

/** The parts of an export, opened, in the order in which they are made. */
export async function writtenParts(
  { database, sealing, parts }: Making,
  exportId: string,
): Promise<{ name: string; rows: ExportedRow[] }[]> {
  const written = new Map(
    (await store.partsOfExport(database, exportId)).map(part => [part.name, part.body]),
  )
  return parts.flatMap(({ name }) => {
    const body = written.get(name)
    if (!body) return []
    return [
      { name, rows: JSON.parse(sealing.open(body, placeOf(exportId, name))) as ExportedRow[] },
    ]
  })
}
