import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourcesOf } from '../tidy/imports.ts'
import { ownersOf } from '../tidy/violations.ts'
import { runCommand } from './command.ts'
import { runGuarded } from './guard.ts'
import { startPostgres } from './postgres.ts'
import { repository } from './repository.ts'
import { splitTypes } from './split-types.ts'

/** Money is numeric in the database and bigint in TypeScript; what counts or numbers fits a number. */
const typeMapping = { numeric: 'bigint', int8: 'number', interval: 'string' }

/**
 * `npm run db:types`: the tables as TypeScript types, a file for each module, from a database that the
 * migrations made.
 */
await runCommand(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-types-'))
  const postgres = await startPostgres({ dataDir })
  const env = { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir }
  try {
    const file = join(dataDir, 'types.ts')
    const failed = (await migrateFromSource(env)) || (await writeTypes(env, file))
    if (failed === 0) writeFiles(readFileSync(file, 'utf8'))
    return failed
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
})

/** The program is bundled first: to translate each module as it is loaded takes longer. */
async function migrateFromSource(env: NodeJS.ProcessEnv): Promise<number> {
  const folder = join(repository, '.cache/db-types')
  const failed = await run(env, process.execPath, ['apps/server/build.mjs', folder])
  return failed || run(env, process.execPath, [join(folder, 'bin/migrate.js')])
}

function writeTypes(env: NodeJS.ProcessEnv, file: string) {
  return run(env, join(repository, 'node_modules/.bin/kysely-codegen'), [
    '--dialect',
    'postgres',
    '--camel-case',
    '--singularize',
    '--type-mapping',
    JSON.stringify(typeMapping),
    '--out-file',
    file,
  ])
}

function writeFiles(written: string): void {
  const owners = ownersOf(sourcesOf(repository))
  // The table of migrations comes before any migration.
  owners.set('schema_migration', 'platform')
  for (const { path, text } of splitTypes(written, table => owners.get(table)))
    writeFileSync(join(repository, 'apps/server/src', path), text)
}

async function run(env: NodeJS.ProcessEnv, command: string, args: string[]): Promise<number> {
  const { code } = await runGuarded({ command, args, cwd: repository, env, inherit: true })
  return code ?? 1
}
