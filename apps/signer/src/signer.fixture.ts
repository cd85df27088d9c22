import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type Approval,
  approve,
  type CollectionAnswer,
  type CollectionList,
  newApproverKey,
  type Payout,
  type PayoutOrder,
  readApproverKey,
  type SignerStatus,
} from '@banyan/payouts'
import { freePort } from '@banyan/tools/ports'
import { scratchFolder } from '@banyan/tools/scratch'
import { startTestChain, type TestChain } from '@banyan/tools/testchain'
import { type ChainClient, connect } from '@banyan/tools/testchain/client'
import { faucetAccount } from '@banyan/tools/testchain/keys'
import { until } from '@banyan/tools/until'
import { type Address, erc20Abi, getAddress, type Hex } from 'viem'
import { generatePrivateKey, HDKey, privateKeyToAddress } from 'viem/accounts'
import type { ConfigFile } from './config.ts'
import type { CrashPoint } from './crash-points.ts'
import { type DepositKey, depositKeyInMemory, makeDepositKeyFile } from './deposit-key.ts'
import { makeKeyFile } from './key-store.ts'
import { readPayoutData } from './transaction.ts'

/** A real chain for the tests of one file, and signers over it. */
export interface SignerBench {
  chain: TestChain
  client: ChainClient
  /** A new signer with its own key that holds money; its process is not started. */
  signer(options?: SignerOptions): Promise<TestSigner>
  /**
   * The payouts of a key on the chain: withdrawal ids of successful transfers, repeated as often as
   * they appear.
   */
  paidOnChain(from: Address): Promise<string[]>
  close(): Promise<void>
}

export interface SignerOptions {
  config?: Partial<ConfigFile>
  usdt?: bigint
  privateKey?: Hex
}

/** Cheap to derive, so that a test may start it often. */
export const testCost = 12
const token = 'a-token-of-the-tests-0123456789abcdef'

/** Starts the chain and builds the program once. */
export async function openBench(): Promise<SignerBench> {
  const root = scratchFolder('banyan-signer-')
  const chain = await startTestChain({ dataDir: join(root, 'chain') })
  const client = connect(chain.rpcUrl, faucetAccount(join(root, 'chain')))
  const program = join(root, 'signer.mjs')
  const builder = fileURLToPath(new URL('../build.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [builder, program])
  const approvers = await makeApprovers()
  const signers: TestSigner[] = []
  return {
    chain,
    client,
    signer: async ({ config = {}, usdt = 1_000_000n * 1_000_000n, privateKey } = {}) => {
      const folder = join(root, `signer-${signers.length + 1}`)
      mkdirSync(folder, { mode: 0o700 })
      chmodSync(folder, 0o700)
      const secret = (name: string, text: string) =>
        writeFileSync(join(folder, name), text, { mode: 0o600 })
      secret('passphrase', 'a passphrase of the tests')
      secret('token', token)
      const key = privateKey ?? generatePrivateKey()
      const address = makeKeyFile(join(folder, 'key.json'), 'a passphrase of the tests', {
        cost: testCost,
        privateKey: key,
      })
      const xprv = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").privateExtendedKey
      const sealing = { cost: testCost, xprv }
      makeDepositKeyFile(join(folder, 'deposit-key.json'), 'a passphrase of the tests', sealing)
      await client.setBalance({ address, value: 10n ** 18n })
      if (usdt > 0n) await chain.send(address, usdt)
      await chain.mine(3)
      const depositKey = depositKeyInMemory(xprv)
      const one = new TestSigner({ folder, program, approvers, key, address, depositKey, chain })
      one.configure(config)
      signers.push(one)
      return one
    },
    paidOnChain: async from => {
      const logs = await client.getContractEvents({
        address: chain.usdt,
        abi: erc20Abi,
        eventName: 'Transfer',
        fromBlock: 0n,
        args: { from },
        strict: true,
      })
      const idOf = async ({ transactionHash: hash }: { transactionHash: Hex }) => {
        const { input } = await client.getTransaction({ hash })
        return readPayoutData(input, 10n ** 12n)?.withdrawalId ?? hash
      }
      const ids: string[] = []
      // Not more at once than the node answers in time.
      for (let first = 0; first < logs.length; first += 50)
        ids.push(...(await Promise.all(logs.slice(first, first + 50).map(idOf))))
      return ids
    },
    close: async () => {
      for (const one of signers) await one.stop()
      await chain.stop()
      rmSync(root, { recursive: true })
    },
  }
}

type Approvers = Awaited<ReturnType<typeof makeApprovers>>

async function makeApprovers() {
  const make = async (name: string, role: Approval['role']) => {
    const { publicKey, privateKey } = await newApproverKey()
    const key = await readApproverKey(privateKey)
    return { name, role, publicKey, key }
  }
  return {
    mei: await make('mei', 'reviewer'),
    wei: await make('wei', 'treasurer'),
    rules: await make('rules', 'automatic'),
  }
}

let ordersMade = 0

/** A new address without a stored key. */
export const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())

/** One signer: its folder, its process, and the server's calls to it. */
export class TestSigner {
  readonly folder: string
  readonly address: Address
  readonly key: Hex
  readonly approvers: Approvers
  /** Of the recharge addresses; only its own config makes the signer use it. */
  readonly depositKey: DepositKey
  readonly #program: string
  readonly #chain: TestChain
  #process: ChildProcess | undefined
  #output = ''

  constructor(options: {
    folder: string
    program: string
    approvers: Approvers
    key: Hex
    address: Address
    depositKey: DepositKey
    chain: TestChain
  }) {
    this.folder = options.folder
    this.address = options.address
    this.key = options.key
    this.approvers = options.approvers
    this.depositKey = options.depositKey
    this.#program = options.program
    this.#chain = options.chain
  }

  /** Writes `config.json`; the defaults are wide enough for every test. */
  configure(config: Partial<ConfigFile>): void {
    const wide = { payout: '100000', hour: '1000000', day: '1000000' }
    const whole: ConfigFile = {
      chainId: this.#chain.chainId,
      token: getAddress(this.#chain.usdt),
      rpcUrls: [this.#chain.rpcUrl],
      caps: wide,
      automaticCaps: { payout: '100', hour: '200', day: '300' },
      coolingSeconds: 0,
      pollMs: 100,
      approvers: Object.values(this.approvers).map(({ key: _, ...one }) => one),
      ...config,
    }
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(whole))
  }

  /** Starts the process and waits until it answers, or has ended. */
  async start(crashAt?: CrashPoint): Promise<void> {
    this.#output = ''
    const env = { PATH: process.env.PATH, SIGNER_DIR: this.folder, SIGNER_CRASH_AT: crashAt ?? '' }
    const child = spawn(process.execPath, [this.#program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        this.#output += text
      })
    this.#process = child
    await until(
      () => `the signer is ready: ${this.#output}`,
      () =>
        child.exitCode !== null || child.signalCode !== null || this.#output.includes('"ready"'),
    )
  }

  /** Everything that the process has printed. */
  output = (): string => this.#output

  /** Ends it like a power cut. */
  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await this.ended()
  }

  async stop(): Promise<void> {
    this.#process?.kill('SIGTERM')
    await this.ended()
  }

  /** Resolves when the process is gone. */
  async ended(): Promise<void> {
    const child = this.#process
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  /** A command of the program, to its end. */
  async command(...args: string[]): Promise<{ code: number | null; output: string }> {
    const env = { PATH: process.env.PATH, SIGNER_DIR: this.folder }
    const child = spawn(process.execPath, [this.#program, ...args], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
      })
    const [code] = await once(child, 'close')
    return { code, output }
  }

  /** An order that was not used before. */
  order(change: Partial<PayoutOrder> = {}): PayoutOrder {
    ordersMade += 1
    return {
      chainId: this.#chain.chainId,
      token: this.#chain.usdt.toLowerCase(),
      withdrawalId: `wdr_${ordersMade.toString(16).padStart(32, '0')}`,
      address: newAddress(),
      amount: '1500000',
      ...change,
    }
  }

  /** The approvals of a reviewer and a treasurer. */
  approvals = (order: PayoutOrder): Promise<Approval[]> =>
    Promise.all([this.approval(order, 'mei'), this.approval(order, 'wei')])

  approval(order: PayoutOrder, name: keyof Approvers, as: Partial<Approval> = {}) {
    const { key, role } = this.approvers[name]
    return approve(order, { role, approver: name, ...as }, key)
  }

  async pay(order: PayoutOrder, approvals?: Approval[]): Promise<Answer<Payout>> {
    return this.ask('POST', '/payouts', {
      order,
      approvals: approvals ?? (await this.approvals(order)),
    })
  }

  collect = (...indexes: number[]) => this.collectOf(this.depositKey.xpub, ...indexes)
  collectOf = (xpub: string, ...indexes: number[]) =>
    this.ask<CollectionAnswer>('POST', '/collections', { xpub, indexes })
  collections = (after = 0) => this.ask<CollectionList>('GET', `/collections?after=${after}`)
  payout = (id: string) => this.ask<Payout>('GET', `/payouts/${id}`)
  status = () => this.ask<SignerStatus>('GET', '/status')
  void = (withdrawalId: string) =>
    this.ask<{ voidedAt: string }>('POST', '/voids', { withdrawalId })
  note = (address: string) => this.ask<{ firstSeenAt: string }>('POST', '/addresses', { address })

  /** Waits until a payout is in a state. */
  async reaches(id: string, state: Payout['state'], ms = 50_000): Promise<Payout> {
    return until(
      () => `${id} is ${state}: ${this.#output.slice(-600)}`,
      async () => {
        const { body } = await this.payout(id)
        return body.state === state ? body : undefined
      },
      { ms, everyMs: 50 },
    )
  }

  /** Waits until the signer has reached a time of the chain: caps and cooling depend on it. */
  async reachesTime(wanted: number): Promise<void> {
    await until('the time of the chain', async () => {
      const { body } = await this.note(newAddress())
      return Date.parse(body.firstSeenAt) >= wanted
    })
  }

  /** Waits until it has halted, and returns why. */
  async halts(): Promise<string> {
    return until(
      () => `the signer halts: ${this.#output.slice(-600)}`,
      async () => (await this.status()).body.halted,
      { everyMs: 50 },
    )
  }

  /** One call over the socket. It rejects when the process dies before it answers. */
  ask<T>(method: string, path: string, body?: object, bearer = token): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      const socketPath = join(this.folder, 'signer.sock')
      const headers = { authorization: `Bearer ${bearer}` }
      const asked = request({ socketPath, path, method, headers }, async answer => {
        try {
          const parts: Buffer[] = []
          for await (const part of answer) parts.push(part)
          const text = Buffer.concat(parts).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) })
        } catch (error) {
          reject(error as Error)
        }
      })
      asked.once('error', reject)
      asked.end(body && JSON.stringify(body))
    })
  }

  /** The lines of the journal, as records. */
  journal = (): { kind: string }[] =>
    readFileSync(join(this.folder, 'journal'), 'utf8')
      .split('\n')
      .flatMap(line => (line === '' ? [] : [JSON.parse(line.slice(65))]))
}

export interface Answer<T> {
  status: number
  body: T & { refused?: string; detail?: string; retryAt?: string | null }
}

type RpcCall = { id: number; method: string; params: unknown[] }

/** A proxy node that changes some calls for a test. */
export interface NodeBetween {
  url: string
  /** Answers a call in the place of the node, or passes it on with null. */
  meddle: (call: RpcCall, pass: () => Promise<object>) => Promise<object> | null
  close(): void
}

export async function nodeBetween(rpcUrl: string): Promise<NodeBetween> {
  const pass = async (call: RpcCall): Promise<object> => {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    return (await answer.json()) as object
  }
  const between: NodeBetween = { url: '', meddle: () => null, close: () => server.close() }
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const call = { params: [], ...JSON.parse(Buffer.concat(parts).toString('utf8')) } as RpcCall
    const answer = await (between.meddle(call, () => pass(call)) ?? pass(call))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', ...answer, id: call.id }))
  })
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  between.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return between
}
