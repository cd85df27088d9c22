import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type PointInTime, restoreBackup } from '../backup/restore.ts'
import { runOnBooks } from './books.ts'
import { buildWhenStale } from './build.ts'
import { runCommand } from './command.ts'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

/** `npm run restore -- <folder>`: makes the data folder of DATA_DIR from a backup. */
await runCommand(async () => {
  const { folder, until } = readArguments(process.argv.slice(2))
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (databaseUrl !== undefined)
    throw new StartRefused(
      'DATABASE_URL is set, and this restores the embedded database: leave DATABASE_URL away, or see docs/backup.md for a PostgreSQL of your own.',
    )
  await buildWhenStale()
  const { madeAt } = await restoreBackup(folder, { dataDir, until, privateKey, mark })
  console.log(`
  ${dataDir} is as it was at ${until?.instant.toISOString() ?? madeAt}. Before you open it:

    npm run reconcile        whether the books are whole
    npm run ledger:verify    whether the history is the one that was sealed

  Then npm start. What was paid out after the backup is found on the chain and booked again: see docs/backup.md.
`)
  return 0
})

/** The backup, and with `--wal` and `--until` a moment after it. */
function readArguments(args: string[]): { folder: string; until?: PointInTime | undefined } {
  const usage =
    'Name the folder of the backup: npm run restore -- /mnt/backups/monday, and for a moment after it --wal <folder of archived WAL> --until 2026-11-23T12:00:00Z.'
  try {
    const options = { wal: { type: 'string' }, until: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [folder] = positionals
    const instant = new Date(values.until ?? '')
    const isMoment = values.wal !== undefined && !Number.isNaN(instant.getTime())
    const isPlain = values.wal === undefined && values.until === undefined
    if (folder === undefined || positionals.length > 1 || !(isMoment || isPlain))
      throw new StartRefused(usage)
    return isMoment ? { folder, until: { wal: values.wal ?? '', instant } } : { folder }
  } catch {
    throw new StartRefused(usage)
  }
}

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
