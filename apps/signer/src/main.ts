import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { filesOf, readPassphrase } from './config.ts'
import { askToReconcile } from './control.ts'
import { depositKeyOfWords, makeDepositKeyFile, nextDepositKeyFile } from './deposit-key.ts'
import { makeKeyFile } from './key-store.ts'
import type { Findings } from './reconcile.ts'
import { signRefill } from './refill/sign.ts'
import { CannotWork, UnusableSettings } from './refusal.ts'
import { run } from './run.ts'

const usage = `Usage, with SIGNER_DIR set to the signer's folder:
  signer                             works until it is stopped
  signer make-key                    makes an encrypted key file and prints its address
  signer make-deposit-key            makes the key of the recharge addresses and prints DEPOSIT_XPUB
  signer make-deposit-key --words    takes the recovery words of such a key from its input
  signer make-deposit-key --next     makes another one beside those that are there, and prints its public half
  signer sign-refill <file> [--yes]  signs a refill request with the cold key of its folder, offline
  signer reconcile                   compares the chain with the journal and prints what it finds
  signer reconcile --accept "<why>"  lets it work again with what stays unexplained`

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CannotWork)) throw error
  console.error(error.message)
  // What was opened by then would keep the process running.
  process.exit(error instanceof UnusableSettings ? UnusableSettings.exitCode : 1)
}

async function main(): Promise<number> {
  const { positionals, values } = readArgs()
  const folder = process.env.SIGNER_DIR
  if (!folder) throw new CannotWork(`SIGNER_DIR is not set.\n${usage}`)
  const [command = 'run', file] = positionals
  if (command === 'run') await run(folder, process.env)
  else if (command === 'make-key')
    console.log(makeKeyFile(filesOf(folder).key, readPassphrase(folder, process.env)))
  else if (command === 'make-deposit-key') console.log(await makeDepositKey(folder, values))
  else if (command === 'sign-refill' && file !== undefined)
    return sign(folder, file, values.yes ?? false)
  else if (command === 'reconcile')
    return report(await askToReconcile(folder, values.accept ?? null))
  else throw new CannotWork(usage)
  return 0
}

function readArgs() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        accept: { type: 'string' },
        words: { type: 'boolean' },
        next: { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    })
  } catch (error) {
    // An option that it does not know, or one without its value.
    throw new CannotWork(`${(error as Error).message.split('. ')[0]}.\n${usage}`)
  }
}

async function sign(folder: string, file: string, isSure: boolean): Promise<number> {
  const signed = await signRefill({ folder, file, env: process.env, isSure })
  console.log(signed === null ? 'Nothing was signed.' : `Signed: ${signed}`)
  return signed === null ? 1 : 0
}

async function makeDepositKey(
  folder: string,
  { words = false, next = false }: { words?: boolean; next?: boolean },
): Promise<string> {
  const passphrase = readPassphrase(folder, process.env)
  const given = words ? { xprv: depositKeyOfWords(await text(process.stdin)) } : {}
  const file = next ? nextDepositKeyFile(folder) : filesOf(folder).depositKey
  return makeDepositKeyFile(file, passphrase, given)
}

/** Prints the findings. Returns 0 when the signer works, 1 when it waits for a person. */
function report({ halted, recovered, excess, unexplained, resumed }: Findings): number {
  if (halted) console.log(`Halted: ${halted.reason}. ${halted.detail}`)
  for (const one of recovered)
    console.log(
      `Found on the chain: ${one.withdrawalId}, nonce ${one.nonce}, ${one.amount} micro-USDT to ${one.address}, ${one.hash}`,
    )
  for (const one of excess)
    console.log(
      `Found on the chain: excess to the cold address, nonce ${one.nonce}, ${one.units} token units, ${one.hash}`,
    )
  for (const one of unexplained) console.log(`Unexplained: ${one}`)
  const isWorking = resumed || halted === null
  if (resumed) console.log('The signer works again.')
  else if (halted === null) console.log('The signer is not halted.')
  else console.log('It stays halted. Give --accept "<why>" to let it work with what was found.')
  return isWorking ? 0 : 1
}
