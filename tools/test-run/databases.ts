import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { endGuard } from '../bootstrap/guard.ts'
import { startPostgres } from '../bootstrap/postgres.ts'
import { scratchFolder } from './scratch.ts'

/**
 * Set-up of the integration project: one temporary PostgreSQL, as durable as the real one, for each
 * file that runs at the same time. Databases of one server affect each other: sealing a history
 * waits for every transaction of the server. `TEST_DATABASE_URLS` has the
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
  if (version >= 16) await Promise.all(servers.map(server => easePassword(server.url)))
  process.env.TEST_DATABASE_URLS = servers.map(server => server.url).join(' ')
  return async () => {
    await Promise.all(servers.map(server => server.stop()))
    await endGuard()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Stores the password of the superuser, which is drawn and long, with one round of hashing: the
 * usual 4,096 of each side are most of the work of a connection, and a run opens thousands.
 */
async function easePassword(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set scram_iterations = 1')
    const { username, password } = new URL(url)
    const [role, secret] = [client.escapeIdentifier(username), client.escapeLiteral(password)]
    await client.query(`alter role ${role} password ${secret}`)
  } finally {
    await client.end()
  }
}

function readVersion(text: string | undefined): 18 | 15 {
  if (text === undefined || text === '18') return 18
  if (text === '15') return 15
  throw new Error(`POSTGRES_VERSION is "${text}"; the tests run on 18 or 15.`)
}
