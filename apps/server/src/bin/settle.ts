import { openHouse } from '../house.ts'
import { readConfig } from '../platform/config.ts'
import { requireOwnKeys } from '../platform/key-check.ts'
import { checkClock } from '../platform/test-hooks.ts'
import { runDoor } from './door.ts'

/** The settlement by command: settles every period that is due, says how many, and ends.
 * It tries a run again that an alarm has stopped. */
runDoor(async () => {
  const house = openHouse(readConfig(process.env))
  try {
    const { config, pool, secrets } = house.platform
    await requireOwnKeys(pool, secrets, config.dataDir)
    await checkClock(house.platform)
    console.log(`settled ${await house.settleDue({ retry: true })}`)
  } finally {
    await house.close()
  }
})
