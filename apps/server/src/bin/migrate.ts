import pg from 'pg'
import { foundHouse } from '../found.ts'
import { migrations } from '../migrations.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { migrate } from '../platform/database/migrate.ts'

/**
 * The migration door: brings the schema forward and founds the house (root member, chart of
 * accounts, genesis). Its last line of output is JSON with the root member's invitation code.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: 'banyan migrate',
  })
  await client.connect()
  try {
    const applied = await migrate(client, migrations)
    for (const id of applied) console.log(`migrated ${id}`)
  } finally {
    await client.end()
  }
  console.log(JSON.stringify({ rootInviteCode: await foundHouse(config.databaseUrl) }))
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
})
