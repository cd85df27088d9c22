import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endGuard } from '../bootstrap/guard.ts'
import { startPostgres } from '../bootstrap/postgres.ts'
import { scratchFolder } from './scratch.ts'

/**
 * Set-up of the integration project: one temporary PostgreSQL, as durable as the real one, for each
 * file that runs at the same time. Databases of one server affect each other: reading an outbox or
 * sealing a history waits for every transaction of the server. `TEST_DATABASE_URLS` has the
 * addresses of their `postgres` databases as superuser, in the order of vitest's workers; each test
 * file makes its own databases there. `POSTGRES_VERSION` chooses 18 (default) or 15.
 */
export default async function startTestServices({ config }: { config: { maxWorkers: number } }) {
  const folder = scratchFolder('banyan-test-')
  const version = readVersion(process.env.POSTGRES_VERSION)
  const servers = await Promise.all(
    Array.from({ length: config.maxWorkers }, (_, worker) =>
      startPostgres({
        dataDir: join(folder, String(worker)),
        version,
        database: 'postgres',
        isThrowAway: true,
      }),
    ),
  )
  process.env.TEST_DATABASE_URLS = servers.map(server => server.url).join(' ')
  return async () => {
    await Promise.all(servers.map(server => server.stop()))
    await endGuard()
    rmSync(folder, { recursive: true })
  }
}

function readVersion(text: string | undefined): 18 | 15 {
  if (text === undefined || text === '18') return 18
  if (text === '15') return 15
  throw new Error(`POSTGRES_VERSION is "${text}"; the tests run on 18 or 15.`)
}
