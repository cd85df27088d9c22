import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { numbersShown, showNumber } from './database/advisory-locks.ts'
import { connectPool, type Database, databaseOver } from './database/connect.ts'

/** A process among those that run: what it shows the others ends with it, however that ends. */
export interface Presence {
  /** Its number, drawn at random. */
  readonly id: number
  /**
   * Is called once a second over the connection of this process, on which it may hold locks; on a
   * new connection with `isNew`, because those of the one before are gone.
   */
  whenLooking(look: (own: Database, isNew: boolean) => Promise<void>): void
  /** Begins; every look has been taken once when it returns. */
  start(): Promise<void>
  /** False when the others have not seen this process for a minute. */
  isSeen(): boolean
  close(): Promise<void>
}

const EVERY_MS = 1_000
/** Of every statement of a look: one that is not answered by then has lost its connection. */
const LIMIT = '10s'
/** The rotation of a key waits longer than this until the old one is refused. */
const UNSEEN_MS = 60_000

/**
 * Holds a connection of its own for as long as the process runs, and an advisory lock on it that
 * names the process. PostgreSQL ends it with the process, and keeps it while the process is only paused.
 */
export function openPresence({
  databaseUrl,
  logger,
  limit = LIMIT,
  unseenMs = UNSEEN_MS,
}: {
  databaseUrl: string
  logger: Pick<Logger, 'warn'>
  limit?: string
  unseenMs?: number
}): Presence {
  const pool = connectPool(databaseUrl, { max: 1, statementLimit: limit })
  const id = randomInt(2 ** 31)
  const looks: ((own: Database, isNew: boolean) => Promise<void>)[] = []
  let own: { client: pg.PoolClient; database: Database } | null = null
  /** Looks that have not been taken on this connection without a failure. */
  const missed = new Set<(own: Database, isNew: boolean) => Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let unseenSince: number | null = null

  const drop = (): void => {
    unseenSince ??= performance.now()
    own?.client.release(true)
    own = null
  }
  const connected = async (): Promise<{ database: Database; isNew: boolean }> => {
    if (own) return { database: own.database, isNew: false }
    const client = await pool.connect()
    client.on('error', () => own?.client === client && drop())
    own = { client, database: databaseOver(client, limit) }
    const { database } = own
    await showNumber(database, 'running', id).catch(error => {
      drop()
      throw error
    })
    unseenSince = null
    return { database, isNew: true }
  }
  /**
   * Takes every look. One that fails ends neither the others nor the connection: a process whose
   * connection ends is not seen while it goes on.
   */
  const lookAll = async (): Promise<void> => {
    const { database, isNew } = await connected()
    const failed: unknown[] = []
    for (const look of looks)
      await look(database, isNew || missed.has(look)).then(
        () => missed.delete(look),
        error => {
          if (isNew) missed.add(look)
          failed.push(error)
        },
      )
    if (failed.length === 0) return
    await sql`select 1`.execute(database).catch(drop)
    throw failed[0]
  }
  const again = (): void => {
    if (isClosed) return
    timer = setTimeout(
      () =>
        void lookAll()
          .catch(
            error => isClosed || logger.warn({ err: error }, 'the other processes are not seen'),
          )
          .finally(again),
      EVERY_MS,
    ).unref()
  }
  return {
    id,
    whenLooking: look => void looks.push(look),
    start: async () => {
      await lookAll()
      again()
    },
    isSeen: () => unseenSince === null || performance.now() - unseenSince < unseenMs,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      drop()
      await pool.end()
    },
  }
}

/** The numbers of the processes that run. */
export async function running(database: Database): Promise<number[]> {
  const shown = await numbersShown(database, 'running')
  return shown.map(({ number }) => number)
}
