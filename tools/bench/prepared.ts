import { join } from 'node:path'
import { buildWhenStale } from '../bootstrap/build.ts'
import { freePort } from '../bootstrap/ports.ts'
import { startPostgres } from '../bootstrap/postgres.ts'

/**
 * What a server needs before it is measured: its build, a PostgreSQL in a folder, a free port on 127.0.0.1, and an
 * environment in which no limit refuses a caller. Its database is empty until `migrate`; `startServer` starts it.
 */
export async function prepareServer(dataDir: string, more: Readonly<NodeJS.ProcessEnv> = {}) {
  await buildWhenStale(['server'])
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
    NODE_ENV: '',
    ...more,
  }
  return { postgres, port, env }
}
