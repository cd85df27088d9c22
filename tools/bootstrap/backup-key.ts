import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { makeBackupKeys, publicKeyFile } from '../backup/sealing.ts'
import { runCommand } from './command.ts'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

/**
 * Makes the pair of keys for backups. The public one is kept in the data folder; the private one is
 * shown this once and written nowhere.
 */
await runCommand(async () => {
  const { dataDir } = readSettings(process.env)
  const file = publicKeyFile(dataDir)
  if (existsSync(file))
    throw new StartRefused(
      `${file} is there already, and backups are sealed to it: move it away first if its private key is lost.`,
    )
  const { publicKey, privateKey } = makeBackupKeys()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${publicKey}\n`, { flag: 'wx' })
  console.log(`
  Private key  ${privateKey}

  Write it down and keep it away from this machine: it is shown this once, and without it no backup can
  be restored. The public key is kept in ${file}; every backup is sealed to it.
`)
  return 0
})
