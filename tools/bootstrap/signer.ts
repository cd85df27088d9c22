import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ruleCheckName, signerPaths } from '@banyan/payouts'
import { type ConfigFile, filesOf } from '@banyan/signer/config'
import {
  depositKeyFiles,
  makeDepositKeyFile,
  xpubOfDepositKeyFile,
} from '@banyan/signer/deposit-key'
import { addressOfKeyFile, makeKeyFile } from '@banyan/signer/key-store'
import { type Address, getAddress } from 'viem'
import type { TestChain } from '../testchain/index.ts'
import { olderDepositKey, olderHotKey } from '../testchain/keys.ts'
import { approversAmong, operatorKeyFile, publicKeyIn } from './approvers.ts'
import type { DataFolder } from './data-folder.ts'
import { startGuarded, stopOrder } from './guard.ts'
import { StartRefused } from './refusal.ts'
import { builtSigner, repository } from './repository.ts'
import { type Founded, lastLines } from './server.ts'
import type { Service } from './supervisor.ts'

/** The signer of the local test chain, as the server finds it. */
export interface SignerPlace {
  folder: string
  /** The hot wallet: the address of its key. */
  address: Address
  /** The extended public keys that members' recharge addresses are derived from, with commas between them. */
  depositXpub: string
  socket: string
  tokenFile: string
  /** The key of the server's rule check, in a file of its own. */
  ruleCheckKeyFile: string
}

const readyWithinMs = 30_000

/** The demonstration's caps; the cooling that members see is the server's, by the rule book. */
const demoCaps = {
  caps: { payout: '2000', hour: '5000', day: '10000' },
  automaticCaps: { payout: '100', hour: '1000', day: '2000' },
  coolingSeconds: 5,
}

/** The demonstration's collection: what is above the cap goes to the cold address. */
const demoCollection = { hotCap: '2500', least: '20', bnbADay: '1', bnbKept: '1' }

/**
 * Makes the folder, the key, the passphrase and the token of the signer at the first start. A chain of
 * before the signer keeps its hot address and its recharge addresses: their keys move into its key files.
 * @param cost of a guess of the passphrase, where it is not the usual one.
 */
export function prepareSigner(data: DataFolder, cost: { cost?: number } = {}): SignerPlace {
  const folder = join(data.root, 'signer')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const files = filesOf(folder)
  for (const file of [files.passphrase, files.token])
    if (!existsSync(file)) writeWhole(file, randomBytes(32).toString('base64url'))
  if (!existsSync(files.key)) {
    const privateKey = olderHotKey(data.chain)
    const passphrase = readFileSync(files.passphrase, 'utf8')
    makeKeyFile(files.key, passphrase, { ...cost, ...(privateKey && { privateKey }) })
  }
  if (!existsSync(files.depositKey)) {
    const xprv = olderDepositKey(data.chain)
    const passphrase = readFileSync(files.passphrase, 'utf8')
    makeDepositKeyFile(files.depositKey, passphrase, { ...cost, ...(xprv && { xprv }) })
  }
  return {
    folder,
    address: addressOfKeyFile(files.key),
    tokenFile: files.token,
    depositXpub: depositKeyFiles(folder).map(xpubOfDepositKeyFile).join(','),
    socket: socketOf(folder),
    ruleCheckKeyFile: join(data.root, 'rule-check.key'),
  }
}

/** In the folder, or where its path would be too long for a socket, in one of its own in the system's. */
function socketOf(folder: string): string {
  const socket = join(folder, 'signer.sock')
  if (Buffer.byteLength(socket) <= 100) return socket
  const short = join(
    tmpdir(),
    `banyan-signer-${readFileSync(filesOf(folder).token).toString('hex').slice(0, 12)}`,
  )
  mkdirSync(short, { recursive: true, mode: 0o700 })
  return join(short, 'signer.sock')
}

/**
 * Starts the signer over the test chain, with the approvers of the demonstration.
 * @param operators of a demonstration; what `config.json` has besides stays.
 */
export async function startSigner(
  place: SignerPlace,
  context: { chain: TestChain; operators: Founded['operators']; data: DataFolder; logFile: string },
): Promise<Service & { pid: number }> {
  const { logFile } = context
  await configureSigner(place, context)
  const signer = await startGuarded({
    command: process.execPath,
    args: [builtSigner],
    cwd: repository,
    env: { PATH: process.env.PATH, SIGNER_DIR: place.folder },
    logFile,
    stopOrder: stopOrder.server,
    stop: [{ signal: 'SIGTERM', patienceMs: 5_000 }],
  })
  let gone = false
  void signer.ended.then(() => {
    gone = true
  })
  const deadline = Date.now() + readyWithinMs
  while (!(await answers(place))) {
    if (gone || Date.now() > deadline) {
      await signer.stop()
      throw new StartRefused(`The signer did not start. Its last words:\n${lastLines(logFile)}`)
    }
    await sleep(40)
  }
  return signer
}

/** Writes the settings of the signer, with the approvers of a demonstration. */
export async function configureSigner(
  place: SignerPlace,
  {
    chain,
    operators,
    data,
  }: {
    chain: SignedChain
    operators: Founded['operators']
    data: Pick<DataFolder, 'root'>
  },
): Promise<void> {
  const approvers = [await ruleCheckOf(place), ...(await demoApprovers(operators, data))]
  await writeConfig(place, chain, approvers)
}

/** What the signer needs to know of a chain. */
type SignedChain = Pick<TestChain, 'addresses' | 'chainId' | 'usdt' | 'rpcUrl'>

/** The server's rule check, with a key that is made at the first start. */
const ruleCheckOf = async (place: SignerPlace): Promise<ConfigFile['approvers'][number]> => ({
  name: ruleCheckName,
  role: 'automatic',
  publicKey: await publicKeyIn(place.ruleCheckKeyFile),
})

/** Everybody who approves in a demonstration, with keys that are made at the first start. */
async function demoApprovers(
  operators: Founded['operators'],
  data: Pick<DataFolder, 'root'>,
): Promise<ConfigFile['approvers']> {
  const approvers: ConfigFile['approvers'] = []
  for (const { name, role } of approversAmong(operators))
    approvers.push({ name, role, publicKey: await publicKeyIn(operatorKeyFile(data.root, name)) })
  return approvers
}

/** What follows from this start is written anew; caps and further approvers are kept as a person wrote them. */
async function writeConfig(
  { folder, socket }: SignerPlace,
  chain: SignedChain,
  approvers: ConfigFile['approvers'],
): Promise<void> {
  const { config: file } = filesOf(folder)
  const before: Partial<ConfigFile> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const names = new Set(approvers.map(one => one.name))
  const { founding, income, cold } = chain.addresses
  const config: ConfigFile = {
    ...demoCaps,
    fees: { leastGwei: '1' },
    ...before,
    chainId: chain.chainId,
    token: getAddress(chain.usdt),
    rpcUrls: [chain.rpcUrl],
    socket,
    approvers: [...approvers, ...(before.approvers ?? []).filter(one => !names.has(one.name))],
    forbidden: [founding, income, cold],
    collection: { ...demoCollection, ...before.collection, cold },
  }
  writeWhole(file, `${JSON.stringify(config, null, 2)}\n`)
}

/** The file appears whole or not at all, readable by this user alone. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function answers({ socket: socketPath, tokenFile }: SignerPlace): Promise<boolean> {
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  return new Promise(resolve => {
    const asked = request(
      { socketPath, path: signerPaths.status, headers, timeout: 2_000 },
      answer => {
        answer.resume()
        // A signer that has halted or waits for its nodes is running: it reports that to the server
        // and in its log.
        resolve(answer.statusCode === 200 || answer.statusCode === 503)
      },
    )
    asked.once('error', () => resolve(false))
    asked.once('timeout', () => asked.destroy())
    asked.end()
  })
}
