import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRefused } from '@banyan/client'
import { type AnswerOf, collectionStatus, payoutStatus } from '@banyan/domain'
import { makeRefillRequest, requireSigned } from '@banyan/signer/refill'
import { CannotWork } from '@banyan/signer/refusal'
import { createPublicClient, erc20Abi, formatUnits, getAddress, http, parseUnits } from 'viem'
import { askHidden } from './ask.ts'
import { operatorsUrl } from './console.ts'
import { type OperatorClient, signInOperator } from './operator-client.ts'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

const usage = `Give one of
  refill --name <name> [--amount <USDT>] [--out <file>]    writes a request for the holder of the cold key
  refill-send <file>.signed.json --request <file>          sends it once it is signed
The product is found at --url, or at this machine's CONSOLE_PORT; nodes are those of CHAIN_RPC_URLS, or the local chain.`

/** The commands that refill the hot wallet from the cold address. */
export const refillCommands: readonly string[] = ['refill', 'refill-send']

/** Ample for a transfer of the token, and the least that BNB Smart Chain takes. */
const gasLimit = 100_000
const leastGasPrice = 100_000_000n

interface Given {
  command: string
  file: string
  name: string
  amount: string | undefined
  out: string
  request: string
  url: string
  rpcUrls: string[]
}

/** Runs one of `refillCommands`. Returns the exit code. */
export async function runRefillCommand(args: readonly string[]): Promise<number> {
  const given = readArguments(args)
  try {
    return given.command === 'refill' ? await request(given) : await send(given)
  } catch (error) {
    // The product's own words: what is wrong, and what to do.
    if (isRefused(error) || error instanceof CannotWork) throw new StartRefused(error.message)
    throw error
  }
}

async function request(given: Given): Promise<number> {
  const client = await signInOperator(given.url, {
    name: given.name,
    password: process.env.OPERATOR_PASSWORD ?? (await askHidden('Password: ')),
  })
  const { settings } = await client.ask(collectionStatus, { query: {} })
  if (settings === null)
    throw new StartRefused('The signer has not said what it collects by: see docs/collection.md.')
  const [node] = nodesOf(given)
  const [nonce, gasPrice, held] = await Promise.all([
    node.getTransactionCount({ address: getAddress(settings.cold) }),
    node.getGasPrice(),
    node.readContract({
      address: getAddress(settings.token),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [getAddress(settings.cold)],
    }),
  ])
  const left = await leftBelowCap(client, settings)
  const amount = given.amount ?? formatUnits(left, 6)
  requireAmount(amount, { held, left }, settings)
  const price = gasPrice * 2n > leastGasPrice ? gasPrice * 2n : leastGasPrice
  const { chainId, token, tokenDecimals, cold, hot } = settings
  const refill = makeRefillRequest({
    chainId,
    token: getAddress(token),
    tokenDecimals,
    amount,
    from: getAddress(cold),
    to: getAddress(hot),
    nonce,
    gasLimit,
    gasPrice: `${price}`,
  })
  writeFileSync(given.out, `${JSON.stringify(refill, null, 2)}\n`, { flag: 'wx' })
  console.log(`${refill.summary}\n\nThe request is in ${given.out}. Sign it where the cold key is:`)
  console.log(`  SIGNER_DIR=<folder of the cold key> npm run signer -- sign-refill ${given.out}`)
  return 0
}

type Settings = NonNullable<AnswerOf<typeof collectionStatus>['settings']>

/** Micro-USDT that the cap leaves: more would be sent back to the cold address. */
async function leftBelowCap(client: OperatorClient, { hotCap }: Settings): Promise<bigint> {
  const { signer } = await client.ask(payoutStatus, {})
  if (signer === null)
    throw new StartRefused('The signer does not answer, so nobody knows what the hot wallet holds.')
  const left = parseUnits(hotCap, 6) - parseUnits(signer.usdt, 6)
  if (left > 0n) return left
  throw new StartRefused(`The hot wallet is at its cap of ${hotCap} USDT: it needs no refill.`)
}

function requireAmount(
  amount: string,
  { held, left }: { held: bigint; left: bigint },
  { hotCap, tokenDecimals }: Settings,
): void {
  if (!/^(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$/.test(amount) || Number(amount) === 0)
    throw new StartRefused(`--amount is "${amount}": give USDT as decimal text, for example 5000.`)
  if (parseUnits(amount, 6) > left)
    throw new StartRefused(
      `The hot wallet may get ${formatUnits(left, 6)} USDT more up to its cap of ${hotCap}: the signer would send the rest back.`,
    )
  if (parseUnits(amount, tokenDecimals) > held)
    throw new StartRefused(
      `The cold address holds ${formatUnits(held, tokenDecimals)} USDT: ask for less.`,
    )
}

async function send(given: Given): Promise<number> {
  const { raw, summary } = await requireSigned(readJson(given.file), readJson(given.request))
  const nodes = nodesOf(given)
  const results = await Promise.allSettled(
    nodes.map(node => node.sendRawTransaction({ serializedTransaction: raw })),
  )
  const hash = results.find(one => one.status === 'fulfilled')?.value
  if (hash === undefined) {
    const [first] = results
    const reason = first?.status === 'rejected' ? (first.reason as Error).message : ''
    throw new StartRefused(`No node took it: ${reason.split('\n')[0]}`)
  }
  console.log(`Sent: ${hash}. ${summary}`)
  return 0
}

function nodesOf({ rpcUrls }: Given) {
  const [first, ...more] = rpcUrls.map(url => createPublicClient({ transport: http(url) }))
  if (first === undefined)
    throw new StartRefused('No node is known: set CHAIN_RPC_URLS, or start the local chain.')
  return [first, ...more] as const
}

function readArguments(args: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string', default: '' },
      amount: { type: 'string' },
      out: { type: 'string', default: 'refill.json' },
      request: { type: 'string', default: '' },
      url: { type: 'string' },
    },
  })
  const [command = '', file = ''] = positionals
  const isWhole = command === 'refill' ? values.name !== '' : file !== '' && values.request !== ''
  if (!isWhole) throw new StartRefused(usage)
  const settings = readSettings(process.env)
  const { dataDir, chain } = settings
  const { name, amount, out, request } = values
  return {
    command,
    file,
    name,
    amount,
    out,
    request,
    url: command === 'refill' ? (values.url ?? operatorsUrl(settings)) : '',
    rpcUrls: chain?.rpcUrls ?? localNode(dataDir),
  }
}

function localNode(dataDir: string): string[] {
  const file = join(dataDir, 'chain', 'rpc-port')
  return existsSync(file) ? [`http://127.0.0.1:${readFileSync(file, 'utf8').trim()}`] : []
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartRefused(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
}
