import { openApi } from '../api-door.ts'
import { openHouse } from '../house.ts'
import { readConfig } from '../platform/config.ts'
import { serveMetrics } from '../platform/http/metrics.ts'
import type { Sweep } from '../platform/room.ts'
import { runSweeps } from '../run-sweeps.ts'
import { closeOnSignal } from './door.ts'

/** Opens some doors of the house in this process, and closes them in the reverse order. */
export async function serve(doors: {
  api: boolean
  sweeps: readonly Sweep['door'][]
}): Promise<void> {
  const config = readConfig(process.env)
  const house = openHouse(config)
  await house.ready()
  const stopSweeps = runSweeps(house, doors.sweeps)
  const api = doors.api ? await openApi(house) : null
  if (api) house.warm()
  if (api) await api.app.listen({ host: config.host, port: config.port })
  const metrics =
    api && config.metricsPort !== null ? await serveMetrics(api.metrics, config.metricsPort) : null
  house.platform.logger.info({ api: doors.api, sweeps: doors.sweeps }, 'the house is open')
  closeOnSignal(async () => {
    metrics?.close()
    api?.live.close()
    await api?.app.close()
    await stopSweeps()
    await house.close()
  })
}
