import pg from 'pg'
import { carryRows } from '../carry-rows.ts'
import { foundHouse, foundOperators } from '../found.ts'
import { migrations } from '../migrations.ts'
import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/database/migrate.ts'
import { houseLogger } from '../platform/logger.ts'
import { readSecrets } from '../platform/secrets.ts'
import { shiftClock } from '../platform/test-hooks.ts'
import { runDoor } from './door.ts'

/**
 * The migration door: brings the schema forward and founds the house. Its last line of output is
 * JSON with the root member's invitation code and the demonstration's operators.
 */
runDoor(async () => {
  const config = readConfig(process.env)
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: 'banyan migrate',
  })
  await client.connect()
  try {
    for (const id of await migrate(client, migrations)) console.log(`migrated ${id}`)
    if (config.foundingShiftMs !== 0) await shiftClock(client, config.foundingShiftMs)
  } finally {
    await client.end()
  }
  const platform = {
    config,
    secrets: readSecrets(config.dataDir),
    logger: houseLogger(config),
  }
  const carried = await carryRows(platform)
  if (carried > 0) console.log(`carried ${carried} rows`)
  const rootInviteCode = await foundHouse(platform)
  const operators = await foundOperators(platform)
  console.log(JSON.stringify({ rootInviteCode, operators }))
})
