import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Gauge } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { type FileKeeper, MissingFile, openFolder, StoreAway } from './keeper.ts'
import { type ObjectStore, openObjectStore } from './object-store.ts'

export type Place = Pick<Config, 'dataDir' | 'objectStore'>

/** Where uploads are kept by the settings. */
export interface KeptFiles {
  /** The store outside, or the folder. */
  files: FileKeeper
  /** Null where the folder keeps them. */
  store: ObjectStore | null
  folder: FileKeeper
  /** Folders of the data folder: for files, and for what is on its way to either place. */
  folderPath: string
  comingPath: string
}

/** Opens both places, and chooses one by the settings. Makes the folders. */
export function openKeptFiles({ dataDir, objectStore }: Place): KeptFiles {
  const folderPath = join(dataDir, 'files')
  const comingPath = join(folderPath, 'coming')
  mkdirSync(comingPath, { recursive: true })
  const folder = openFolder(folderPath, comingPath)
  const store = objectStore && openObjectStore(objectStore)
  return { files: store ?? folder, store, folder, folderPath, comingPath }
}

/** Whether a store of uploads can be used. */
export type StoreState = 'ok' | 'away'

const KNOWN_FOR_MS = 5_000
const ANSWER_WITHIN_MS = 1_000

/** A store as its server knows it: whether it can be used, and the check at the start. */
export interface WatchedStore {
  /**
   * Whether it can be used, for those who ask often: the store is asked every five seconds at most, and
   * only the first who want to know wait for it, for a second.
   */
  state(): Promise<StoreState>
  /**
   * The check at the start. What a person has to mend stops the start; a store that is away comes
   * back by itself, is checked then, and everything else works without it.
   */
  checkAtStart(): Promise<void>
}

/** Follows a store. */
export function watchStore(
  store: Pick<ObjectStore, 'greet' | 'check'>,
  { database, logger }: { database: Database; logger: Pick<Logger, 'warn' | 'error'> },
): WatchedStore {
  let isChecked = false
  let known: { state: StoreState; until: number } | null = null
  let asking: Promise<StoreState> | null = null
  const check = async () => {
    for (const what of await checkStore(store, database))
      logger.warn(`the store of uploads does not say ${what}`)
    isChecked = true
  }
  const ask = async (): Promise<StoreState> => {
    let state: StoreState = 'ok'
    try {
      await (isChecked ? store.greet() : check())
    } catch (error) {
      state = 'away'
      if (!(error instanceof StoreAway)) logger.error({ err: error }, (error as Error).message)
    }
    known = { state, until: performance.now() + KNOWN_FOR_MS }
    asking = null
    return state
  }
  return {
    async state() {
      if (known && performance.now() < known.until) return known.state
      asking ??= ask()
      // A balancer that asks does not wait for the store: it gets what was known last.
      if (known) return known.state
      const late = new Promise<StoreState>(resolve =>
        setTimeout(() => resolve('away'), ANSWER_WITHIN_MS).unref(),
      )
      return Promise.race([asking, late])
    },
    async checkAtStart() {
      try {
        await check()
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error
        logger.error(
          { err: error },
          'uploads wait: the store of uploads was not there at the start',
        )
      }
    },
  }
}

/** For a collector of metrics: 1 while the store can be used. */
export const storeGauge = (state: () => Promise<StoreState>): Gauge => ({
  name: 'upload_store_up',
  help: 'Whether the store of uploads can be used (1) or not (0)',
  read: async () => [{ value: (await state()) === 'ok' ? 1 : 0 }],
})

/** Checks that the store can be used for this database. Returns what could not be checked. */
export async function checkStore(
  store: Pick<ObjectStore, 'check'>,
  database: Database,
): Promise<readonly string[]> {
  const { id } = await database.selectFrom('uploadHome').select('id').executeTakeFirstOrThrow()
  return store.check(id)
}

/**
 * The same files for calls: refuses where the store is away, or has no such file; the log says what
 * happened.
 */
export function forCallers(files: FileKeeper, logger: Pick<Logger, 'error'>): FileKeeper {
  const failed = (error: unknown): never => {
    if (error instanceof StoreAway) {
      logger.error({ err: error }, error.message)
      return refuse('uploadsAway')
    }
    if (error instanceof MissingFile) {
      logger.error({ err: error }, error.message)
      return refuse('notFound')
    }
    throw error
  }
  return {
    ...files,
    write: (name, bytes) => files.write(name, bytes).catch(failed),
    read: name => files.read(name).catch(failed),
    async *part(name, from, to) {
      try {
        yield* files.part(name, from, to)
      } catch (error) {
        failed(error)
      }
    },
  }
}
