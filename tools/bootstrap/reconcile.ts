import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { requireDatabase } from './checks.ts'
import { runCommand } from './command.ts'
import { runGuarded } from './guard.ts'
import { findRunningPostgres, startPostgres } from './postgres.ts'
import { StartRefused } from './refusal.ts'
import { door, repository } from './repository.ts'
import { readSettings } from './settings.ts'

await runCommand(async () => {
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl !== undefined) await requireDatabase(databaseUrl)
  await buildWhenStale()
  return reconcile(databaseUrl ?? (await openEmbedded(join(dataDir, 'postgres'))))
})

/** The server's own door checks every invariant; its exit code is ours. */
async function reconcile(url: string): Promise<number> {
  const { code } = await runGuarded({
    command: process.execPath,
    args: [door('reconcile')],
    cwd: repository,
    env: { ...process.env, DATABASE_URL: url },
    inherit: true,
  })
  return code ?? 2
}

/** The running database, or the resting one, which then runs for as long as this program does. */
async function openEmbedded(dataDir: string): Promise<string> {
  const running = findRunningPostgres(dataDir)
  if (running !== undefined) return running
  if (!existsSync(join(dataDir, 'cluster'))) {
    throw new StartRefused(
      `There is no database in ${dataDir} yet: run npm start first, or set DATA_DIR or DATABASE_URL.`,
    )
  }
  return (await startPostgres({ dataDir })).url
}
