import { readConfig } from '../platform/config.ts'
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
    await system.followKeys()
    await checkClock(system.platform)
    console.log(`settled ${await system.settleDue({ retry: true })}`)
  } finally {
    await system.close()
  }
})
