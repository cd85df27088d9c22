import { pbkdf2Sync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@banyan/tools/ports'
import { launchAnvil, testChainId } from '@banyan/tools/testchain/anvil'
import { readContract } from '@banyan/tools/testchain/build-contract'
import { connect } from '@banyan/tools/testchain/client'
import { placeMulticall } from '@banyan/tools/testchain/multicall'
import {
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'

export const chainId = testChainId
const words = 'test test test test test test test test test test test junk'
const accounts = openAccounts(words)
/** The owner of the test token, and another who can pay. */
export const payer = accounts(0)
export const otherPayer = accounts(1)

/** The platform's own addresses in tests, and the settings that name them. */
export const custodyAddresses = {
  founding: accounts(10).address,
  income: accounts(11).address,
  hot: accounts(12).address,
  cold: accounts(13).address,
} as const
export const addressSettings = {
  TREASURY_FOUNDING_ADDRESS: custodyAddresses.founding,
  TREASURY_INCOME_ADDRESS: custodyAddresses.income,
  HOT_WALLET_ADDRESS: custodyAddresses.hot,
  COLD_WALLET_ADDRESS: custodyAddresses.cold,
} as const
/** The owner of the hot address, for transfers out of it. */
export const hotWallet = accounts(12)

/** The accounts of some words, by their index. */
export function openAccounts(mnemonic: string): (addressIndex: number) => HDAccount {
  // BIP-39, by OpenSSL: the same in JavaScript takes longer than a test.
  const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'))
  return addressIndex => hdKeyToAccount(root, { addressIndex })
}

/** Test USDT in token units. */
export const tokens = (whole: number): bigint => BigInt(Math.round(whole * 1e6)) * 10n ** 12n

/** A real chain that mines on request, with the token of 18 decimals on it. */
export interface SteeredChain {
  rpcUrl: string
  usdt: Address
  /** Signs a call of the token and puts it into the pool, where it waits for a block. */
  call(
    functionName: 'transfer' | 'transferFrom' | 'approve' | 'mint',
    args: readonly unknown[],
    options?: {
      from?: HDAccount
      contract?: Address
      /** Bytes after the arguments, which the token ignores. */
      behind?: Hex
    },
  ): Promise<{ hash: Hex; raw: Hex; nonce: number }>
  /** Removes a transaction from the pool, as if it had never arrived. */
  drop(hash: Hex): Promise<void>
  pay(to: string, units: bigint): Promise<{ hash: Hex; raw: Hex }>
  mine(blocks?: number): Promise<void>
  /** Advances the time: the next blocks are so much later. */
  pass(ms: number): Promise<void>
  head(): Promise<number>
  /**
   * Replaces the last `depth` blocks; each transaction names the block that contains it, from 0.
   */
  reorg(
    depth: number,
    transactions?: readonly (readonly [raw: Hex, block: number])[],
  ): Promise<void>
  /** Deploys another contract of the same kind. */
  deployToken(): Promise<Address>
  /** Gives an account what it needs to send. */
  fund(account: HDAccount): Promise<void>
  /**
   * Returns a function that undoes everything since now, like a chain that lost its last seconds.
   */
  snapshot(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Starts anvil on a free port over an empty folder. */
export async function startSteeredChain(): Promise<SteeredChain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-chain-'))
  const port = await freePort()
  const anvil = await launchAnvil({ dataDir, port, genesisTime: Math.floor(Date.now() / 1000) })
  const rpcUrl = `http://127.0.0.1:${port}`
  const client = connect(rpcUrl, payer)
  const gasPrice = 10n ** 9n
  // Its own clock starts at the time of the request to start, which is a while ago on a busy
  // machine.
  let aheadMs = 0
  const setTime = async () => {
    const seconds = Math.ceil((Date.now() + aheadMs) / 1000)
    await client.request({ method: 'evm_setTime', params: [seconds] } as never)
  }
  await setTime()

  const sendRaw = async (from: HDAccount, body: { to?: Address; data: Hex; gas: bigint }) => {
    const nonce = await client.getTransactionCount({ address: from.address, blockTag: 'pending' })
    const raw = await from.signTransaction({ ...body, chainId, nonce, gasPrice, type: 'legacy' })
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    return { hash, raw, nonce }
  }
  const { abi, bytecode } = readContract('TestUsdt')
  const deployToken = async () => {
    const data = encodeDeployData({ abi, bytecode, args: [payer.address] })
    const { nonce } = await sendRaw(payer, { data, gas: 3_000_000n })
    return getContractAddress({ from: payer.address, nonce: BigInt(nonce) })
  }
  const mine = (blocks = 1) => client.mine({ blocks })

  for (const account of [payer, otherPayer])
    await client.setBalance({ address: account.address, value: 10n ** 21n })
  const usdt = await deployToken()
  await placeMulticall(client)
  await mine()
  const call: SteeredChain['call'] = (
    functionName,
    args,
    { from = payer, contract = usdt, behind = '0x' } = {},
  ) =>
    sendRaw(from, {
      to: contract,
      data: concat([encodeFunctionData({ abi, functionName, args }), behind]),
      gas: 200_000n,
    })
  for (const account of [payer, otherPayer]) await call('mint', [account.address, tokens(1e6)])
  await mine()

  return {
    rpcUrl,
    usdt,
    call,
    pay: (to, units) => call('transfer', [to, units]),
    mine,
    drop: async hash => {
      await client.request({ method: 'anvil_dropTransaction', params: [hash] } as never)
    },
    pass: async ms => {
      aheadMs += ms
      await setTime()
    },
    head: async () => Number(await client.getBlockNumber()),
    reorg: async (depth, transactions = []) => {
      await client.request({ method: 'anvil_reorg', params: [depth, transactions] } as never)
    },
    deployToken,
    fund: account => client.setBalance({ address: account.address, value: 10n ** 21n }),
    snapshot: async () => {
      const id = await client.snapshot()
      return () => client.revert({ id })
    },
    stop: async () => {
      await anvil.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

interface RpcCall {
  id: number
  method: string
  params: unknown[]
}
/** What a node that stands between says instead; undefined passes the true answer on. */
type Lie = (call: RpcCall, truth: unknown) => unknown

/** A node that passes on the answers of another one, unless it lies, is slow, or is down. */
export async function startLyingNode(rpcUrl: string) {
  const state: { lie: Lie | null; down: boolean; asked: string[] } = {
    lie: null,
    down: false,
    asked: [],
  }
  const server = createServer(async (request, response) => {
    if (state.down) {
      request.socket.destroy()
      return
    }
    const body = await readAll(request)
    const call = JSON.parse(body) as RpcCall
    state.asked.push(call.method)
    const headers = { 'content-type': 'application/json' }
    const truth = await fetch(rpcUrl, { method: 'POST', headers, body })
    const answer = (await truth.json()) as { result?: unknown }
    const changed = state.lie?.(call, answer.result)
    response.writeHead(200, headers)
    const { id } = call
    const lie = { jsonrpc: '2.0', id, result: changed }
    response.end(JSON.stringify(changed === undefined ? answer : lie))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
