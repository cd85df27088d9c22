import { constants, setPriority } from 'node:os'
import { appVersion } from '@banyan/domain'
import { readConfig } from '../platform/config.ts'
import { systemLogger } from '../platform/logger.ts'
import { startTracing } from '../platform/tracing/start.ts'
import { openSystem } from '../system.ts'
import { runProgram } from './program.ts'

/**
 * The settlement of a running server, in a process of its own: settles every period that is due and
 * ends. It ends as well with the server that started it, however that ends. The clock was checked by
 * that server.
 */
process.on('disconnect', () => process.exit())
process.channel?.unref()
giveWay()
runProgram(async () => {
  const config = readConfig(process.env)
  const logger = systemLogger(config)
  const tracing = await startTracing(config, {
    serves: ['settlement'],
    version: appVersion.name,
    logger,
  })
  const system = openSystem(config, logger)
  try {
    await system.followKeys()
    await system.settlePeriods()
  } catch (error) {
    logger.error({ err: error }, 'a settlement failed; the next run continues where it was')
    process.exitCode = 1
  } finally {
    await system.close()
    await tracing.close()
  }
})

/** Calls and other jobs go first; on a machine with nothing else to do it takes as long. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The units of systemd forbid it: there each program has a share of its own.
  }
}
