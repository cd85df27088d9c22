import pg from 'pg'
import { carryRows } from '../carry-rows.ts'
import { createDemoOperators, createPlatform, inviteAdministrators } from '../create-platform.ts'
import { migrations } from '../migrations.ts'
import { manifests } from '../modules.ts'
import { readConfig } from '../platform/config.ts'
import { markTimeline, requireKnownClusterBefore } from '../platform/database/cluster.ts'
import { databaseOver } from '../platform/database/connect.ts'
import { migrate } from '../platform/database/migrate.ts'
import { claimKeys } from '../platform/key-check.ts'
import { systemLogger } from '../platform/logger.ts'
import type { Secrets } from '../platform/secrets.ts'
import { shiftClock } from '../platform/test-hooks.ts'
import { runProgram } from './program.ts'

/**
 * Brings the schema forward, checks that the keys are those of the database, and founds the
 * platform. Its last line of output is JSON with the root member's invitation code, the
 * demonstration's operators, and at the first start the set-up links of the administrators.
 */
runProgram(async () => {
  const config = readConfig(process.env)
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: 'banyan migrate',
  })
  await client.connect()
  let secrets: Secrets
  try {
    await requireKnownClusterBefore(client)
    for (const id of await migrate(client, migrations)) console.log(`migrated ${id}`)
    if (await markTimeline(client)) console.log('PostgreSQL has begun another timeline')
    const database = databaseOver(client)
    const evidence = manifests.map(({ keyEvidence }) => keyEvidence)
    secrets = await claimKeys(database, config.dataDir, evidence)
    if (config.foundingShiftMs !== 0) await shiftClock(database, config.foundingShiftMs)
  } finally {
    await client.end()
  }
  const platform = { config, secrets, logger: systemLogger(config) }
  const carried = await carryRows(platform)
  if (carried > 0) console.log(`carried ${carried} rows`)
  const rootInviteCode = await createPlatform(platform)
  const operators = await createDemoOperators(platform)
  const setUps = await inviteAdministrators(platform)
  console.log(JSON.stringify({ rootInviteCode, operators, setUps }))
})
