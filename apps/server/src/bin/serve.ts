import { openApi } from '../api-server.ts'
import { readConfig } from '../platform/config.ts'
import { serveMetrics } from '../platform/http/metrics.ts'
import type { Job } from '../platform/module.ts'
import { runJobs } from '../run-jobs.ts'
import { openSystem } from '../system.ts'
import { closeOnSignal } from './program.ts'

/** Opens some programs of the server in this process, and closes them in the reverse order. */
export async function serve(processes: {
  api: boolean
  jobs: readonly Job['runsIn'][]
}): Promise<void> {
  const config = readConfig(process.env)
  const system = openSystem(config)
  await system.ready()
  const stopJobs = runJobs(system, processes.jobs)
  const api = processes.api ? await openApi(system, { checkAnswers: config.testHooks }) : null
  if (api) system.warm()
  // The member app says when the server is ready, so it comes last.
  if (api?.console && config.consolePort !== null)
    await api.console.listen({ host: config.host, port: config.consolePort })
  if (api) await api.app.listen({ host: config.host, port: config.port })
  const metrics =
    api && config.metricsPort !== null ? await serveMetrics(api.metrics, config.metricsPort) : null
  system.platform.logger.info({ api: processes.api, jobs: processes.jobs }, 'the server is running')
  closeOnSignal(async () => {
    metrics?.close()
    api?.live.close()
    await api?.app.close()
    await api?.console?.close()
    await stopJobs()
    await system.close()
  })
}
