import { readConfig } from '../platform/config.ts'
import { requireUsableSecrets } from '../platform/secrets.ts'
import { runProgram } from './program.ts'

/**
 * Checks every setting and writes nothing: a first start with a mistaken one leaves nothing behind.
 */
runProgram(async () => {
  const { dataDir } = readConfig(process.env)
  requireUsableSecrets(dataDir)
  console.log('The settings can be used.')
})
