import {
  askExport,
  type DataExport,
  exportFilePath,
  exportLimits,
  personalData,
  uploadLimits,
  uuidOf,
  wireId,
  wireIdOf,
} from '@banyan/domain'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { bearerOf, type Doorkeepers } from '../platform/http/dispatch.ts'
import { openLimits } from '../platform/http/limits.ts'
import { type Caller, type Route, route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { Platform, Room } from '../platform/room.ts'
import { openSealing } from '../platform/sealing.ts'
import { type ClosingNeighbours, openClosing } from './closing.ts'
import { turnsAmong } from './closing-store.ts'
import { exportFile } from './file.ts'
import { type Making, makeNext, writtenParts } from './making.ts'
import { type ExportSources, partsOf } from './parts.ts'
import * as store from './store.ts'

export { leftOut, ownTables, tablesOfParts } from './tables.ts'

export interface PersonalDataNeighbours extends ExportSources {
  /** Counts a try at the caller's login password, then compares; refuses `loginFailed` or `loginLocked`. */
  proveLoginPassword(caller: Caller, password: string): Promise<void>
  doorkeepers(): Doorkeepers
  /** What closing an account asks of others. */
  closing: ClosingNeighbours
  /** Bytes of a member's pictures, with the originals that are still there. */
  bytesOfPictures(reader: Database | Tx, memberId: string): Promise<number>
}

const MAKE_MS = 500
const EXPIRE_MS = 60_000
const downloadAct = { id: 'personalData.exportFile', money: false, access: 'member' } as const

export interface PersonalData {
  room: Room
  /** Of these members, whose closing was asked for or stopped since a time. */
  closingTurns: typeof turnsAmong
}

/** What a member does with the data about them: take it away as a file, and close the account. */
export function openPersonalData(
  platform: Platform,
  neighbours: PersonalDataNeighbours,
): PersonalData {
  const { database, config, secrets } = platform
  const parts = partsOf(neighbours)
  const making: Making = { database, parts, sealing: openSealing(secrets.fieldKey) }
  const closing = openClosing(database, neighbours.closing)
  return {
    room: {
      routes: [...routes(database, neighbours, parts.length), ...closing.routes],
      plugin: fileCall(making, neighbours, config.rateLimitScale),
      sweeps: [
        {
          name: 'exports',
          door: 'worker',
          everyMs: MAKE_MS,
          turn: async () => {
            while (await makeNext(making));
          },
        },
        {
          name: 'expired exports',
          door: 'worker',
          everyMs: EXPIRE_MS,
          turn: () => inTransaction(database, store.dropExpired),
        },
        ...closing.sweeps,
      ],
    },
    closingTurns: turnsAmong,
  }
}

function routes(database: Database, world: PersonalDataNeighbours, parts: number): Route[] {
  return [
    route(personalData, async ({ caller }) => {
      const row = await store.newestExport(database, caller.memberId)
      const bytes = await world.bytesOfPictures(database, caller.memberId)
      return {
        export: row ? await present(database, row, caller) : null,
        pictures: { bytes, most: uploadLimits.maxBytesPerAccount },
      }
    }),

    route(askExport, async ({ body, caller }) => {
      await world.proveLoginPassword(caller, body.loginPassword)
      const { memberId, sessionId } = caller
      const row = await inTransaction(database, async tx => {
        await store.lockExports(tx, memberId)
        const newest = await store.newestExport(tx, memberId)
        if (newest?.state === 'making') refuse('exportUnderWay')
        const max = exportLimits.perDay
        if ((await store.exportsOfDay(tx, memberId)) >= max) refuse('exportTooOften', { max })
        return store.insertExport(tx, { id: newUuid(), memberId, sessionId, parts })
      })
      return present(database, row, caller)
    }),
  ]
}

async function present(
  reader: Database,
  row: store.ExportRow,
  { sessionId }: Caller,
): Promise<DataExport> {
  const done = row.state === 'making' ? (await store.partNames(reader, row.id)).size : row.parts
  return {
    id: wireIdOf('exp', row.id),
    state: row.state,
    askedAt: row.askedAt.toISOString(),
    done: Math.min(done, row.parts),
    parts: row.parts,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isOfThisSession: row.sessionId === sessionId,
  }
}

const exportId = wireId('exp')

/** The file of an export, for the session that asked for it and for as long as it is there. */
function fileCall(making: Making, world: PersonalDataNeighbours, rateLimitScale: number) {
  return async (app: FastifyInstance) => {
    const limits = openLimits(rateLimitScale)
    app.get<{ Params: { id: string } }>(exportFilePath(':id'), async (request, reply) => {
      const caller = await world.doorkeepers().authenticate(bearerOf(request))
      await limits(downloadAct, request.ip, caller.memberId)
      const { id } = request.params
      if (!exportId.safeParse(id).success) refuse('notFound')
      const row = await store.findExport(making.database, caller.memberId, uuidOf(id))
      if (!row || row.state === 'making' || row.state === 'failed') return refuse('notFound')
      const now = await houseNow(making.database)
      if (row.state === 'expired' || row.expiresAt === null || row.expiresAt <= now)
        refuse('exportExpired')
      if (row.sessionId !== caller.sessionId) refuse('exportElsewhere')
      const file = exportFile({ exportedAt: row.askedAt }, await writtenParts(making, row.id))
      return reply
        .header('Content-Type', 'application/zip')
        .header('Content-Disposition', 'attachment; filename="banyan-data.zip"')
        .send(file)
    })
  }
}
