import { existsSync, readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isRefused } from '@banyan/client'
import {
  refuseWithdrawal,
  registerPayoutKey,
  releaseWithdrawal,
  reviewWithdrawal,
  withdrawalForOperator,
} from '@banyan/domain'
import {
  approve,
  canonicalOrder,
  type PayoutOrder,
  payoutOrder,
  readApproverKey,
} from '@banyan/payouts'
import { formatUnits } from 'viem'
import { type ApproverFile, makeApproverFile, operatorKeyFile } from './approvers.ts'
import { ask, askHidden } from './ask.ts'
import { operatorsUrl } from './console.ts'
import { type OperatorClient, signInOperator } from './operator-client.ts'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

const usage = `Give one of
  key --name <name> [--key <file>]                makes your key and prints its public half
  register --name <name> [--key <file>]           gives the server the public half
  approve <wdr_…> --name <name> [--note <text>] [--reason <text>]   as a reviewer
  release <wdr_…> --name <name> [--note <text>] [--reason <text>]   as a treasurer
  refuse <wdr_…> --name <name> --reason <text>
The product is found at --url, or at this machine's PORT; the password is asked for, or taken from
OPERATOR_PASSWORD; --yes answers the question before a signature.`

/** The commands of those who approve payouts. */
export const payoutCommands: readonly string[] = ['key', 'register', 'approve', 'release', 'refuse']

interface Given {
  command: string
  id: string
  name: string
  keyFile: string
  url: string
  note: string | null
  reason: string | null
  isSure: boolean
}

/** Runs one of `payoutCommands`. Returns the exit code. */
export async function runPayoutCommand(args: readonly string[]): Promise<number> {
  const given = readArguments(args)
  if (given.command === 'key') return makeKey(given)
  try {
    const client = await signInOperator(given.url, {
      name: given.name,
      password: process.env.OPERATOR_PASSWORD ?? (await askHidden('Password: ')),
    })
    return await carryOut(client, given)
  } catch (error) {
    // The product's own words: what is wrong, and what to do.
    if (isRefused(error)) throw new StartRefused(error.message)
    throw error
  }
}

async function carryOut(client: OperatorClient, given: Given): Promise<number> {
  const { command, id, note, reason } = given
  const params = { id }
  if (command === 'register') {
    const { publicKey } = readKeyFile(given.keyFile)
    await client.act(registerPayoutKey, { body: { publicKey } })
    console.log(`Registered. For the signer's own list (docs/signer.md): ${publicKey}`)
    return 0
  }
  if (command === 'refuse') {
    if (reason === null)
      throw new StartRefused(`--reason is missing: the member reads it.\n${usage}`)
    await client.act(refuseWithdrawal, { params, body: { reason } })
    console.log('Refused; the member has the whole amount again.')
    return 0
  }
  const role = command === 'approve' ? 'reviewer' : 'treasurer'
  const signature = await signOrder(client, given, role)
  if (signature === null) return 1
  const body = { signature, note, reason }
  if (role === 'reviewer') await client.act(reviewWithdrawal, { params, body })
  else await client.act(releaseWithdrawal, { params, body })
  console.log(
    role === 'reviewer' ? 'Approved. A treasurer releases it.' : 'Released. The signer pays it.',
  )
  return 0
}

/** Shows exactly what is signed, asks, and signs; null when the person does not want it. */
async function signOrder(
  client: OperatorClient,
  given: Given,
  role: 'reviewer' | 'treasurer',
): Promise<string | null> {
  const { order } = await client.ask(
    withdrawalForOperator,
    { params: { id: given.id } },
    { catch: true },
  )
  if (order === null)
    throw new StartRefused('There is no order to sign: it has ended, or no chain is connected.')
  const checked = requireOrder(order, given.id)
  const key = await readApproverKey(readKeyFile(given.keyFile).privateKey)
  console.log(`\nYou sign:\n\n${canonicalOrder(checked)}role ${role}\napprover ${given.name}\n`)
  console.log(`That is ${formatUnits(BigInt(checked.amount), 6)} USDT to ${checked.address}.`)
  if (!given.isSure && (await ask('Sign it? Type yes: ')) !== 'yes') {
    console.log('Nothing was signed.')
    return null
  }
  return (await approve(checked, { role, approver: given.name }, key)).signature
}

/** What is signed is made here from the fields that are shown, never from a text that the server sent. */
function requireOrder(order: unknown, id: string): PayoutOrder {
  const { data } = payoutOrder.safeParse(order)
  if (!data || data.withdrawalId !== id)
    throw new StartRefused('What the server answered is no order of this withdrawal: sign nothing.')
  return data
}

async function makeKey({ keyFile }: Given): Promise<number> {
  if (existsSync(keyFile))
    throw new StartRefused(`${keyFile} is there already: give --key another file, or use that one.`)
  const publicKey = await makeApproverFile(keyFile)
  console.log(`Your key is in ${keyFile}. Keep it where nobody else can read it.`)
  console.log(`Its public half, for the signer's list (docs/signer.md):\n${publicKey}`)
  return 0
}

function readKeyFile(file: string): ApproverFile {
  if (!existsSync(file))
    throw new StartRefused(
      `There is no key in ${file}: make one (key), or give --key the right file.`,
    )
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartRefused(`${file} can be read by others: chmod 600 it, and make a new key.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readArguments(args: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      key: { type: 'string' },
      url: { type: 'string' },
      note: { type: 'string' },
      reason: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  })
  const [command = '', id = ''] = positionals
  const needsId = command !== 'key' && command !== 'register'
  if (!values.name || (needsId && !/^wdr_[0-9a-f]{32}$/.test(id))) throw new StartRefused(usage)
  const settings = readSettings(process.env)
  return {
    command,
    id,
    name: values.name,
    isSure: values.yes,
    keyFile: values.key ?? operatorKeyFile(settings.dataDir, values.name),
    url: command === 'key' ? '' : (values.url ?? operatorsUrl(settings)),
    note: values.note ?? null,
    reason: values.reason ?? null,
  }
}
