import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { runGuarded } from './guard.ts'
import { startPostgres } from './postgres.ts'
import { repository } from './repository.ts'

const typesFile = 'apps/server/src/platform/database/generated.ts'

/** Money is numeric in the database and bigint in TypeScript; what counts or numbers fits a number. */
const typeMapping = { numeric: 'bigint', int8: 'number', interval: 'string' }

/** `npm run db:types`: the tables as TypeScript types, from a database that the migrations made. */
await runCommand(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-types-'))
  const postgres = await startPostgres({ dataDir })
  const env = { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir }
  try {
    return (await migrateFromSource(env)) || (await writeTypes(env))
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
})

function migrateFromSource(env: NodeJS.ProcessEnv) {
  return run(env, 'tsx', ['apps/server/src/bin/migrate.ts'])
}

function writeTypes(env: NodeJS.ProcessEnv) {
  return run(env, 'kysely-codegen', [
    '--dialect',
    'postgres',
    '--camel-case',
    '--singularize',
    '--type-mapping',
    JSON.stringify(typeMapping),
    '--out-file',
    typesFile,
  ])
}

async function run(env: NodeJS.ProcessEnv, program: string, args: string[]): Promise<number> {
  const command = join(repository, 'node_modules/.bin', program)
  const { code } = await runGuarded({ command, args, cwd: repository, env, inherit: true })
  return code ?? 1
}
