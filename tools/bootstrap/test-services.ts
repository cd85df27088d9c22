import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGuard } from './guard.ts'
import { startPostgres } from './postgres.ts'

/**
 * Set-up of the integration project: one throw-away PostgreSQL for the whole run, as durable as the
 * real one. `TEST_DATABASE_URL` leads to its database `postgres` as superuser; each test file makes
 * its own database there. `POSTGRES_VERSION` chooses 18 (default) or 15.
 */
export default async function startTestServices() {
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-test-'))
  const version = readVersion(process.env.POSTGRES_VERSION)
  const postgres = await startPostgres({ dataDir, version, database: 'postgres' })
  process.env.TEST_DATABASE_URL = postgres.url
  return async () => {
    await postgres.stop()
    await endGuard()
    rmSync(dataDir, { recursive: true })
  }
}

function readVersion(text: string | undefined): 18 | 15 {
  if (text === undefined || text === '18') return 18
  if (text === '15') return 15
  throw new Error(`POSTGRES_VERSION is "${text}"; the tests run on 18 or 15.`)
}
