import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runBookProgram } from './books.ts'

/** The second accountant; the heads that this data folder has kept are always part of the evidence. */
await runBookProgram('verify', dataDir => {
  const heads = join(dataDir, 'ledger-heads.txt')
  return [...process.argv.slice(2), ...(existsSync(heads) ? ['--from-file', heads] : [])]
})
