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
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Auth } from '../platform/http/auth.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import { openLimits } from '../platform/http/limits.ts'
import { type Caller, type Route, route } from '../platform/http/route.ts'
import { sharedCountsOf } from '../platform/http/shared-counts.ts'
import { newUuid } from '../platform/ids.ts'
import type { Module, Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { type ClosingDeps, openClosing } from './closing.ts'
import { changesAmong } from './closing-store.ts'
import { exportFile } from './file.ts'
import { type Making, makeNext, writtenParts } from './making.ts'
import { type ExportSources, partsOf } from './parts.ts'
import * as store from './store.ts'

export { leftOut, ownTables, tablesOfParts } from './tables.ts'

export interface PersonalDataDeps extends ExportSources {
  /**
   * Counts a try at the caller's login password, then compares; refuses `loginFailed` or
   * `loginLocked`.
   */
  proveLoginPassword(caller: Caller, password: string): Promise<void>
  auth: Pick<Auth, 'authenticate'>
  /** What closing an account needs of others. */
  closing: ClosingDeps
  /** Bytes of a member's pictures, with the originals that still exist. */
  bytesOfPictures(reader: Database | Tx, memberId: string): Promise<number>
}

/** Continues what a process has left; a new request is news. */
const MAKE_MS = 5_000
const EXPIRE_MS = 60_000
const downloadAct = { id: 'personalData.exportFile', money: false, access: 'member' } as const

export interface PersonalData {
  module: Module
  /** The closings of these members that were requested or stopped since a time. */
  closingChanges: typeof changesAmong
}

/** A member's control over their data: download it as a file, and close the account. */
export function openPersonalData(platform: Platform, deps: PersonalDataDeps): PersonalData {
  const { database, config, secrets } = platform
  const parts = partsOf(deps)
  const making: Making = { database, parts, sealing: openSealing(secrets.fieldKey) }
  const closing = openClosing(database, deps.closing)
  return {
    module: {
      routes: [...routes(database, deps, parts.length), ...closing.routes],
      plugin: fileCall(making, deps, config.rateLimitScale),
      jobs: [
        {
          name: 'exports',
          runsIn: 'worker',
          everyMs: MAKE_MS,
          wokenBy: ['personalData'],
          run: async () => {
            while (await makeNext(making));
          },
        },
        {
          name: 'expired exports',
          runsIn: 'worker',
          everyMs: EXPIRE_MS,
          run: () => inTransaction(database, store.dropExpired),
        },
        ...closing.jobs,
      ],
    },
    closingChanges: changesAmong,
  }
}

function routes(database: Database, context: PersonalDataDeps, parts: number): Route[] {
  return [
    route(personalData, async ({ caller }) => {
      const row = await store.newestExport(database, caller.memberId)
      const bytes = await context.bytesOfPictures(database, caller.memberId)
      return {
        export: row ? await present(database, row, caller) : null,
        pictures: { bytes, most: uploadLimits.maxBytesPerAccount },
      }
    }),

    route(askExport, async ({ body, caller }) => {
      await context.proveLoginPassword(caller, body.loginPassword)
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

/** The route of an export's file, for the session that requested it, until the export expires. */
function fileCall(making: Making, context: PersonalDataDeps, rateLimitScale: number) {
  return async (app: FastifyInstance) => {
    const limits = openLimits(rateLimitScale, sharedCountsOf(making.database))
    app.get<{ Params: { id: string } }>(exportFilePath(':id'), async (request, reply) => {
      const caller = await context.auth.authenticate(bearerOf(request))
      await limits(downloadAct, request.ip, caller.memberId)
      const { id } = request.params
      if (!exportId.safeParse(id).success) refuse('notFound')
      const row = await store.findExport(making.database, caller.memberId, uuidOf(id))
      if (!row || row.state === 'making' || row.state === 'failed') return refuse('notFound')
      const now = await systemNow(making.database)
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
