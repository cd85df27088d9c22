import { readConfig } from '../platform/config.ts'
import { requireOwnKeys } from '../platform/key-check.ts'
import { checkClock } from '../platform/test-hooks.ts'
import { openSystem } from '../system.ts'
import { runProgram } from './program.ts'

/**
 * The settlement by command: settles every period that is due, prints the number, and ends. It
 * retries a run that an alarm has stopped.
 */
runProgram(async () => {
  const system = openSystem(readConfig(process.env))
  try {
    const { config, database, secrets } = system.platform
    await requireOwnKeys(database, secrets, config.dataDir)
    await checkClock(system.platform)
    console.log(`settled ${await system.settleDue({ retry: true })}`)
  } finally {
    await system.close()
  }
})
