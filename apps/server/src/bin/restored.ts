import { join } from 'node:path'
import pg from 'pg'
import { HEAD_FILE, setHeadsAside } from '../ledger/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { isNumbered, isRestoredByHand, markRestored } from '../platform/database/cluster.ts'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'
import { runProgram } from './program.ts'

/**
 * Runs after a restore: leaves a durable mark in `database_cluster`, advances the numbering of
 * transactions above everything that was written, and sets heads aside that the books no longer
 * have.
 */
runProgram(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'banyan restored',
  })
  await client.connect()
  try {
    if (!(await isNumbered(client)))
      throw new ConfigError(
        'This database is of an older version: run npm start, whose migration numbers it by itself.',
      )
    const number = await markRestored(client, (await isRestoredByHand(client)) ? 'dump' : 'restore')
    console.log(`The restore is marked (number ${number} in database_cluster).`)
  } finally {
    await client.end()
  }
  const pool = connectPool(databaseUrl, { max: 1 })
  try {
    const aside = await setHeadsAside(connectDatabase(pool), join(dataDir, HEAD_FILE))
    if (aside) console.log(`Heads that the books no longer have are kept in ${aside}.`)
  } finally {
    await pool.end()
  }
})
