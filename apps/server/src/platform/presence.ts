import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { showNumber, shownNumbers } from './database/advisory-locks.ts'
import { connectPool, type Database, databaseOver } from './database/connect.ts'

/** A process among those that run: what it tells the others ends with it, however that ends. */
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
  close(): Promise<void>
}

const EVERY_MS = 1_000

/**
 * Holds a connection of its own for as long as the process runs, and an advisory lock on it that
 * names the process. PostgreSQL ends it with the process, and keeps it while the process is only paused.
 */
export function openPresence({
  databaseUrl,
  logger,
}: {
  databaseUrl: string
  logger: Pick<Logger, 'warn'>
}): Presence {
  const pool = connectPool(databaseUrl, { max: 1 })
  const id = randomInt(2 ** 31)
  const looks: ((own: Database, isNew: boolean) => Promise<void>)[] = []
  let own: { client: pg.PoolClient; database: Database } | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const drop = (): void => {
    own?.client.release(true)
    own = null
  }
  const connected = async (): Promise<{ database: Database; isNew: boolean }> => {
    if (own) return { database: own.database, isNew: false }
    const client = await pool.connect()
    client.on('error', drop)
    own = { client, database: databaseOver(client) }
    const { database } = own
    await showNumber(database, 'running', id)
    return { database, isNew: true }
  }
  const lookAll = async (): Promise<void> => {
    try {
      const { database, isNew } = await connected()
      for (const look of looks) await look(database, isNew)
    } catch (error) {
      drop()
      throw error
    }
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
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      drop()
      await pool.end()
    },
  }
}

/** The numbers of the processes that run. */
export const running = (database: Database): Promise<number[]> => shownNumbers(database, 'running')
