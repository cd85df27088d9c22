import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from '@banyan/signer/config'
import { makeDepositKeyFile, nextDepositKeyFile } from '@banyan/signer/deposit-key'

/**
 * Makes one more deposit key in the folder of the local chain's signer, as `make-deposit-key --next`
 * does, while nothing runs over the data. The next start names it. Returns its public half.
 */
export function addDepositKey(dataDir: string): string {
  const folder = join(dataDir, 'signer')
  const passphrase = readFileSync(filesOf(folder).passphrase, 'utf8')
  return makeDepositKeyFile(nextDepositKeyFile(folder), passphrase)
}
