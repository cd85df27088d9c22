import { exportLimits } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type ExportedRow, type ExportPart, plainRow } from './parts.ts'
import * as store from './store.ts'

/** An export that could not be written so often is given up. */
const MOST_FAULTS = 5

const placeOf = (exportId: string, name: string): string => `${name} of export ${exportId}`

export interface Making {
  database: Database
  sealing: Sealing
  parts: readonly ExportPart[]
}

/**
 * Writes the next part of the export that has waited longest, and marks it ready behind its last one;
 * false when there is none. What is written stays written: after a restart the next part is made.
 */
export async function makeNext(world: Making): Promise<boolean> {
  let id: string | undefined
  try {
    return await inTransaction(world.database, async tx => {
      const row = await store.lockMaking(tx)
      if (!row) return false
      id = row.id
      const { memberId } = row
      const written = await store.partNames(tx, id)
      const next = world.parts.find(part => !written.has(part.name))
      if (next) {
        const rows = (await next.rows(world.database, memberId)).map(plainRow)
        const body = world.sealing.seal(JSON.stringify(rows), placeOf(id, next.name))
        await store.insertPart(tx, { exportId: id, name: next.name, rows: rows.length, body })
      } else await store.markReady(tx, id, exportLimits.hours)
      await announce(tx, [{ memberId, topic: 'personalData', subject: null }])
      return true
    })
  } catch (error) {
    if (id !== undefined) await store.countFault(world.database, id, MOST_FAULTS)
    throw error
  }
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
