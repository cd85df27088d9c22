import { createInterface } from 'node:readline/promises'
import { restoreBackup } from '../backup/restore.ts'
import { runOnBooks } from './books.ts'
import { buildWhenStale } from './build.ts'
import { runCommand } from './command.ts'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

/** `npm run restore -- <folder>`: makes the data folder of DATA_DIR from a backup. */
await runCommand(async () => {
  const [folder, ...more] = process.argv.slice(2)
  if (folder === undefined || more.length > 0)
    throw new StartRefused('Name the folder of the backup: npm run restore -- /mnt/backups/monday.')
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (databaseUrl !== undefined)
    throw new StartRefused(
      'DATABASE_URL is set, and this restores the embedded database: leave DATABASE_URL away, or see docs/backup.md for a PostgreSQL of your own.',
    )
  await buildWhenStale()
  const { madeAt } = await restoreBackup(folder, { dataDir, privateKey, mark })
  console.log(`
  ${dataDir} is as it was at ${madeAt}. Before you open it:

    npm run reconcile        whether the books are whole
    npm run ledger:verify    whether the history is the one that was sealed

  Then npm start. What was paid out after the backup is not in these books: see docs/backup.md.
`)
  return 0
})

async function mark(at: { databaseUrl: string; dataDir: string }): Promise<void> {
  if ((await runOnBooks('restored', [], at)) !== 0)
    throw new StartRefused(
      'The restore could not be marked in the database, so it was left unfinished.',
    )
}

async function privateKey(): Promise<string> {
  const given = process.env.BACKUP_PRIVATE_KEY
  if (given) return given
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await asking.question('  Private key of the backup: ')
  } finally {
    asking.close()
  }
}
