import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '../backup/backup.ts'
import { publicKeyFile } from '../backup/sealing.ts'
import { openEmbedded } from './books.ts'
import { runCommand } from './command.ts'
import { StartRefused } from './refusal.ts'
import { productVersion } from './repository.ts'
import { requireWholeSeeding } from './seeding.ts'
import { readSettings } from './settings.ts'

/** `npm run backup -- <folder>`; the product may be running. */
await runCommand(async () => {
  // Members' calls have priority.
  setPriority(constants.priority.PRIORITY_LOW)
  const [folder, ...more] = process.argv.slice(2)
  if (folder === undefined || more.length > 0)
    throw new StartRefused(
      'Name the folder of the new backup: npm run backup -- /mnt/backups/monday.',
    )
  const { dataDir, databaseUrl } = readSettings(process.env)
  requireWholeSeeding({ root: dataDir })
  const isEmbedded = databaseUrl === undefined
  const address = isEmbedded ? await openEmbedded(join(dataDir, 'postgres')) : null
  const source = { dataDir, databaseUrl: address, publicKey: readKey(dataDir) }
  await makeBackup({ ...source, product: productVersion }, folder)
  console.log(`\n  The backup is in ${folder}, and every byte of it was read once more.\n`)
  if (!isEmbedded)
    console.log(
      '  It holds pictures, keys and heads of the ledger. The database of DATABASE_URL is not in it: see docs/backup.md.\n',
    )
  return 0
})

function readKey(dataDir: string): string {
  const given = process.env.BACKUP_PUBLIC_KEY
  if (given) return given
  const file = publicKeyFile(dataDir)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new StartRefused(
    'There is no public key to seal the secrets to: run npm run backup-key once, or set BACKUP_PUBLIC_KEY.',
  )
}
