import { setTimeout as sleep } from 'node:timers/promises'
import { appVersion } from '@banyan/domain'
import { openApi } from '../api-server.ts'
import { readConfig } from '../platform/config.ts'
import { servePrivately } from '../platform/http/private-port.ts'
import { systemLogger } from '../platform/logger.ts'
import type { Job } from '../platform/module.ts'
import { startTracing } from '../platform/tracing/start.ts'
import { runJobs } from '../run-jobs.ts'
import { openSystem } from '../system.ts'
import { closeOnSignal, UNAVAILABLE } from './program.ts'

/** So often it is found out whether the other processes see this one. */
const SEEN_EVERY_MS = 5_000

/**
 * Opens some programs of the server in this process. When it is told to end, it first says that it
 * is not ready and lets balancers notice (DRAIN_MS), then tells streams to come back elsewhere and
 * finishes the calls that are under way, and only then closes what those need.
 */
export async function serve(processes: {
  /** The member app with its calls, or the operators' console with theirs. */
  listeners: readonly ('member' | 'console')[]
  jobs: readonly Job['runsIn'][]
}): Promise<void> {
  const { listeners, jobs } = processes
  const config = readConfig(process.env)
  const logger = systemLogger(config)
  const serves = [...listeners, ...jobs]
  const tracing = await startTracing(config, { serves, version: appVersion.name, logger })
  const system = openSystem(config, logger, { isServer: true })
  const { readiness, metrics, chainHealth, uploadStore, platform } = system
  await system.ready()
  await system.live.open()
  const stopJobs = runJobs(system, jobs)
  const api =
    listeners.length > 0 ? await openApi(system, { checkAnswers: config.testHooks }) : null
  if (listeners.includes('member')) system.warm()
  const parts = { metrics, readiness, chain: chainHealth, uploads: uploadStore }
  const place = { host: config.metricsHost, port: config.metricsPort }
  const own =
    place.port === null ? null : await servePrivately(parts, { ...place, port: place.port })
  // The member app says when the server is ready, so it comes last.
  if (api?.console && config.consolePort !== null && listeners.includes('console'))
    await api.console.listen({ host: config.host, port: config.consolePort })
  if (api && listeners.includes('member'))
    await api.app.listen({ host: config.host, port: config.port })
  platform.logger.info({ listeners, jobs }, 'the server is running')
  const end = closeOnSignal(async () => {
    readiness.end()
    platform.logger.info('the server is ending')
    const jobsEnd = stopJobs()
    if (api) await sleep(config.drainMs)
    system.live.close()
    await Promise.all([api?.app.close(), api?.console?.close(), jobsEnd])
    own?.close()
    await system.close()
    await tracing.close()
  })
  // The rotation of a key does not wait for a process that is not seen, so it must not serve on. While
  // the database is away it makes nothing, and stays.
  setInterval(async () => {
    if (system.isSeen()) return
    const ready = await readiness.check()
    if (ready.ok || ready.why !== 'unseen') return
    platform.logger.error(ready.mend)
    end(UNAVAILABLE)
  }, SEEN_EVERY_MS).unref()
}
