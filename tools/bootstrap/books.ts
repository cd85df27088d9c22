import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { requireDatabase } from './checks.ts'
import { runCommand } from './command.ts'
import { runGuarded } from './guard.ts'
import { findRunningPostgres, startPostgres } from './postgres.ts'
import { StartRefused, sentenceOf } from './refusal.ts'
import { program, repository } from './repository.ts'
import { readSettings } from './settings.ts'

/** A check that could not be made is neither a success nor a failure. */
const UNREADABLE = 2

/**
 * Runs a program of the server on the books of DATABASE_URL or of the data folder, and exits with
 * its exit code: 0 all is well, 1 something is wrong, 2 it could not be checked. `settingsOf`
 * returns settings besides those of the environment.
 */
export const runBookProgram = (
  name: 'reconcile' | 'verify' | 'settle' | 'operator' | 'restored' | 'rotate' | 'uploads',
  argumentsOf: (dataDir: string) => string[] = () => [],
  settingsOf: (dataDir: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Promise<never> =>
  runCommand(async () => {
    try {
      const { databaseUrl, dataDir } = readSettings(process.env)
      if (databaseUrl !== undefined) await requireDatabase(databaseUrl)
      await buildWhenStale()
      return await runOnBooks(name, argumentsOf(dataDir), {
        dataDir,
        databaseUrl: databaseUrl ?? (await openEmbedded(join(dataDir, 'postgres'))),
        settings: await settingsOf(dataDir),
      })
    } catch (error) {
      console.error(`\n  ${sentenceOf(error)}\n`)
      return UNREADABLE
    }
  })

/** Runs a program of the server over a database to its end. Returns its exit code. */
export async function runOnBooks(
  name: string,
  args: string[],
  {
    databaseUrl,
    dataDir,
    settings = {},
  }: { databaseUrl: string; dataDir: string; settings?: NodeJS.ProcessEnv },
): Promise<number> {
  const { code } = await runGuarded({
    command: process.execPath,
    args: [program(name), ...args],
    cwd: repository,
    env: { ...process.env, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    inherit: true,
  })
  return code ?? UNREADABLE
}

/** The running database, or the resting one, which then runs for as long as this program does. */
export async function openEmbedded(dataDir: string): Promise<string> {
  const running = findRunningPostgres(dataDir)
  if (running !== undefined) return running
  if (!existsSync(join(dataDir, 'cluster'))) {
    throw new StartRefused(
      `There is no database in ${dataDir} yet: run npm start first, or set DATA_DIR or DATABASE_URL.`,
    )
  }
  return (await startPostgres({ dataDir })).url
}
