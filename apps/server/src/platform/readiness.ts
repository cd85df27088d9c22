import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { isRestoredByHand, RESTORED_BY_HAND } from './database/cluster.ts'
import type { Database } from './database/connect.ts'
import { dropIdle } from './database/dead-connections.ts'
import { isUnavailable, sqlState } from './database/unavailable.ts'
import type { Auth } from './http/auth.ts'
import { Refused } from './refused.ts'

/** Why no calls should be sent to this process. */
type NotReady =
  | 'ending'
  | 'restored'
  | 'database'
  | 'readOnly'
  | 'rights'
  | 'schema'
  | 'disk'
  | 'unseen'
  | 'fault'

/** Whether calls should be sent to this process, and where they should not, what to do. */
export type Ready = { ok: true } | { ok: false; why: NotReady; mend: string }

const mends: Readonly<Record<NotReady, string>> = {
  ending: 'This process is ending: send calls to another one.',
  restored: RESTORED_BY_HAND,
  database: 'The database does not answer in time: look at it, and at the way to it.',
  readOnly:
    'The database accepts no changes: it is a standby, or was set to be read-only. Connect to the primary.',
  rights: 'The role banyan_app lacks a right: run the migration as the owner of the database.',
  schema: 'The database is older than this program: run the migration.',
  disk: 'The disk of DATA_DIR is full: free some of it.',
  unseen:
    'The other processes have not seen this one for a minute, and it ends: look at the number of connections that the database allows, and at the way to it.',
  fault: 'Something failed that should not: the log says what.',
}

/** A token of the right form that no session has: it is looked up as every member's is. */
const NOBODY = `mt1_${'0'.repeat(43)}`
/** Longer than that no member waits either. */
const WITHIN_MS = 3_000
/** Somebody may ask again and again: a good answer is given again for this long. */
const KEPT_MS = 500
/** With less free disk than this neither uploads nor logs are sure to be written. */
const LEAST_BYTES = 64 * 1024 ** 2

interface ReadinessParts {
  pool: pg.Pool
  database: Database
  /** The look-up that every member's call begins with. */
  auth: Pick<Auth, 'authenticate'>
  /** The migrations that this program needs. */
  migrations: readonly { id: string }[]
  dataDir: string
  /** Whether the other processes see this one. */
  isSeen?(): boolean
  /** Receives what failed, for the log. */
  failed(error: unknown): void
  withinMs?: number
}

/** Reports whether this process can serve calls, by taking the way that calls take. */
export interface Readiness {
  check(): Promise<Ready>
  /** From now on it is not ready: it is going to end. */
  end(): void
}

/** Opens the check of one process. */
export function openReadiness(parts: ReadinessParts): Readiness {
  let ending = false
  let kept: { answer: Promise<Ready>; until: number } | null = null
  const checkOnce = async (): Promise<Ready> => {
    try {
      return (await inTime(faultOf(parts), parts.withinMs ?? WITHIN_MS)) ?? { ok: true }
    } catch (error) {
      parts.failed(error)
      if (error instanceof Late) dropIdle(parts.pool)
      return no(whyOf(error))
    }
  }
  return {
    async check() {
      if (ending) return no('ending')
      if (kept === null || performance.now() > kept.until) {
        const begun = { answer: checkOnce(), until: Number.POSITIVE_INFINITY }
        kept = begun
        // While it is under way, everybody waits for the same one.
        void begun.answer.then(({ ok }) => {
          begun.until = performance.now() + (ok ? KEPT_MS : 0)
        })
      }
      return kept.answer
    },
    end() {
      ending = true
    },
  }
}

const no = (why: NotReady): Ready => ({ ok: false, why, mend: mends[why] })

/** The first thing on the way of a call that is not as it must be; null when all is. */
async function faultOf(parts: ReadinessParts): Promise<Ready | null> {
  const { pool, database, auth } = parts
  if (await isRestoredByHand(pool)) return no('restored')
  await auth.authenticate(NOBODY).then(
    () => {},
    error => {
      if (!(error instanceof Refused) || error.refusal !== 'sessionExpired') throw error
    },
  )
  // Changes nothing, and fails where nothing can be changed.
  await database
    .updateTable('heartbeat')
    .set(eb => ({ beatenAt: eb.ref('beatenAt') }))
    .where(sql<boolean>`false`)
    .execute()
  if (await lacksMigrations(database, parts.migrations)) return no('schema')
  const { bavail, bsize } = await statfs(parts.dataDir)
  if (bavail * bsize < LEAST_BYTES) return no('disk')
  return (parts.isSeen?.() ?? true) ? null : no('unseen')
}

async function lacksMigrations(
  database: Database,
  migrations: readonly { id: string }[],
): Promise<boolean> {
  const ids = migrations.map(({ id }) => id)
  const { rows } = await sql<{ done: number }>`
    select count(*)::int as done from schema_migration where id = any(${ids}::text[])`.execute(
    database,
  )
  return rows[0]?.done !== ids.length
}

class Late extends Error {}

const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Late(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })

/** The kind of a fault. */
function whyOf(error: unknown): NotReady {
  if (error instanceof Late) return 'database'
  const state = sqlState(error)
  if (state === '25006') return 'readOnly'
  if (state === '42501') return 'rights'
  // A table or a column that is not there.
  if (state === '42P01' || state === '42703' || state === '42883') return 'schema'
  const isRefused = error instanceof Refused && error.refusal === 'notReady'
  return isRefused || isUnavailable(error) ? 'database' : 'fault'
}
