import { allEndpoints, type Endpoint, operatorEndpoints } from '@banyan/domain'
import type { Logger } from 'pino'
import { authModule } from './auth/module.ts'
import type { ChainHealth } from './deposits/index.ts'
import { depositsModule } from './deposits/module.ts'
import { countBreaches } from './invariants.ts'
import { migrations } from './migrations.ts'
import { manifests } from './modules.ts'
import { compose } from './platform/compose.ts'
import type { Config } from './platform/config.ts'
import { requireKnownCluster } from './platform/database/cluster.ts'
import { connectDatabase, connectPool } from './platform/database/connect.ts'
import { refuseTransactionPooling } from './platform/database/connection-limits.ts'
import type { Auth } from './platform/http/auth.ts'
import { type Metrics, openMetrics } from './platform/http/metrics.ts'
import type { Route } from './platform/http/route.ts'
import { openStreamPlaces, type StreamPlaces } from './platform/http/stream-places.ts'
import { requireOwnKeys } from './platform/key-check.ts'
import { watchKeys } from './platform/key-watch.ts'
import { systemLogger } from './platform/logger.ts'
import { provide } from './platform/manifest.ts'
import type { Job, Module, Platform } from './platform/module.ts'
import { LiveOutbox } from './platform/outbox/live.ts'
import { openPresence } from './platform/presence.ts'
import { openReadiness, type Readiness } from './platform/readiness.ts'
import { readSecrets } from './platform/secrets.ts'
import { checkClock } from './platform/test-hooks.ts'
import { solvencyModule } from './solvency/module.ts'
import type { SettleOptions } from './treasury/index.ts'
import { treasuryModule } from './treasury/module.ts'
import { uploadsModule } from './uploads/module.ts'
import { windDownModule } from './wind-down/module.ts'

/** The system with every module, before any program serves it. */
export interface System {
  platform: Platform
  modules: readonly Module[]
  routes: readonly Route[]
  jobs: readonly Job[]
  auth: Auth
  /** What was committed, for open pages and for jobs; whoever uses it opens it. */
  live: LiveOutbox
  /** Places of live streams, counted over all processes. */
  streamPlaces: StreamPlaces
  /** Counts and gauges of this process. */
  metrics: Metrics
  /** Whether this process can serve calls. */
  readiness: Readiness
  /** False when the other processes have not seen this one for a minute. */
  isSeen(): boolean
  /** Settles every period that is due, with its root; the command and the test hook call it. */
  settleDue(options?: SettleOptions): Promise<number>
  /** Settles every period that is due, and nothing else: jobs do the rest. */
  settlePeriods(): Promise<number>
  /** Reads from the chain what custody holds; the test hook calls it, the worker does it by a job. */
  readCustody(): Promise<void>
  /** Whether recharges are seen at this moment. */
  chainHealth(): Promise<ChainHealth>
  /** Whether the store of uploads can be used; null where the data folder keeps them. */
  uploadStore(): Promise<string | null>
  /** Begins what takes a while until it is ready; it goes on by itself. */
  warm(): void
  /** Runs before anything is served: checks keys and clock, adds an outage to open deadlines. */
  ready(): Promise<void>
  /** Checks the keys, and follows which of them the database wants until the system is closed. */
  followKeys(): Promise<void>
  close(): Promise<void>
}

/** Opens the platform and every module. `isServer`: settlements run in a process of their own. */
export function openSystem(
  config: Config,
  logger: Logger = systemLogger(config),
  { isServer = false }: { isServer?: boolean } = {},
): System {
  const pool = connectPool(config.databaseUrl, { max: config.poolSize })
  const platform: Platform = {
    config,
    secrets: readSecrets(config.dataDir),
    database: connectDatabase(pool),
    pool,
    logger,
    isServer,
  }
  const presence = openPresence({ databaseUrl: config.databaseUrl, logger })
  watchKeys(presence, { secrets: platform.secrets, dataDir: config.dataDir, logger })
  const followKeys = async () => {
    await requireOwnKeys(platform.database, platform.secrets, config.dataDir)
    await presence.start()
  }
  const { modules, of } = compose(platform, manifests, [
    provide(solvencyModule, 'countBreaches', countBreaches),
  ])
  const routes = modules.flatMap(module => module.routes ?? [])
  checkComplete(routes.map(({ endpoint }) => endpoint))
  const auth = of(authModule)
  const deposits = of(depositsModule)
  const solvency = of(solvencyModule)
  const treasury = of(treasuryModule)
  const uploads = of(uploadsModule)
  const windDown = of(windDownModule)
  return {
    platform,
    modules,
    routes,
    jobs: modules.flatMap(module => module.jobs ?? []),
    auth,
    live: new LiveOutbox(platform.database, logger),
    streamPlaces: openStreamPlaces(platform.database, presence),
    metrics: openMetrics(
      pool,
      modules.flatMap(({ gauges }) => gauges ?? []),
    ),
    readiness: openReadiness({
      pool,
      database: platform.database,
      auth,
      migrations,
      dataDir: config.dataDir,
      isSeen: presence.isSeen,
      failed: error => logger.warn({ err: error }, 'this process is not ready'),
    }),
    isSeen: presence.isSeen,
    // A reading and a root belong to every settlement: here they are not left to jobs, which may skip some.
    settleDue: async options => {
      const settled = await treasury.settleDue(options)
      if (settled > 0) await solvency.follow()
      await windDown.advance(options)
      return settled
    },
    settlePeriods: () => treasury.settleDue(),
    readCustody: solvency.read,
    chainHealth: deposits.health,
    uploadStore: uploads.storeState,
    warm: () => {
      for (const { warm } of modules) warm?.()
    },
    ready: async () => {
      await refuseTransactionPooling(pool)
      await requireKnownCluster(pool)
      await followKeys()
      await checkClock(platform)
      for (const { ready } of modules) await ready?.()
    },
    followKeys,
    close: async () => {
      for (const { close } of modules) await close?.()
      await presence.close()
      await pool.end()
    },
  }
}

/** Every endpoint of the contract has one handler, and every handler is in the contract. */
function checkComplete(served: readonly Endpoint[]): void {
  const missing = [...allEndpoints, ...operatorEndpoints]
    .filter(endpoint => !served.includes(endpoint))
    .map(endpoint => endpoint.id)
  if (missing.length > 0)
    throw new Error(`the contract has calls that no module answers: ${missing.join(', ')}`)
  if (new Set(served).size !== served.length) throw new Error('two modules answer one call')
}
