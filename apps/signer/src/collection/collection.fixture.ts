import { randomBytes } from 'node:crypto'
import type { CollectionList } from '@banyan/payouts'
import { until } from '@banyan/tools/until'
import { type Address, erc20Abi } from 'viem'
import { HDKey } from 'viem/accounts'
import { type Chain, openChain } from '../chain.ts'
import { filesOf, readConfig, readPassphrase } from '../config.ts'
import {
  type DepositKey,
  depositKeyInMemory,
  makeDepositKeyFile,
  nextDepositKeyFile,
} from '../deposit-key.ts'
import { openKeyFile } from '../key-store.ts'
import { openLog } from '../log.ts'
import {
  newAddress,
  openBench,
  type SignerBench,
  type SignerOptions,
  type TestSigner,
  testCost,
} from '../signer.fixture.ts'
import { openSigner, type Signer } from '../signer.ts'

/** Micro-USDT, and units of the token. */
export const usdt = (whole: number) => BigInt(whole) * 1_000_000n
export const units = (whole: number) => BigInt(whole) * 10n ** 18n

/** A deposit key; in a folder, it is the next one of a signer. */
export function newDepositKey(folder?: string): DepositKey {
  const xprv = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").privateExtendedKey
  if (folder !== undefined)
    makeDepositKeyFile(nextDepositKeyFile(folder), readPassphrase(folder, {}), {
      cost: testCost,
      xprv,
    })
  return depositKeyInMemory(xprv)
}

type Settings = NonNullable<NonNullable<SignerOptions['config']>['collection']>

/** A real chain, and signers that collect on it. */
export async function openCollecting() {
  const bench = await openBench()
  return { bench, ...collecting(bench) }
}

function collecting({ chain, client, signer: makeSigner }: SignerBench) {
  const token = { address: chain.usdt, abi: erc20Abi } as const
  const held = (of: Address): Promise<bigint> =>
    client.readContract({ ...token, functionName: 'balanceOf', args: [of] })

  /** A signer that collects to itself and to a cold address. */
  async function collector(
    settings: Partial<Settings> = {},
    { config = {}, ...options }: SignerOptions = {},
  ) {
    const cold = newAddress()
    const collection = { cold, hotCap: '1000', least: '20', ...settings }
    const signer = await makeSigner({ usdt: 0n, ...options, config: { collection, ...config } })
    const at = (index: number) => signer.depositKey.address(index)
    return { signer, cold, at, config: { collection, ...config } }
  }

  /** Calls again and again, as the server does, until each address has nothing left to do. */
  async function collectAll(signer: TestSigner, ...indexes: number[]): Promise<CollectionList> {
    return until(
      () => `everything is collected: ${signer.output().slice(-600)}`,
      async () => {
        const answer = await signer.collect(...indexes)
        await chain.mine(4)
        const { body } = await signer.collections()
        const left = await Promise.all(indexes.map(one => held(signer.depositKey.address(one))))
        const isDone =
          left.every(one => one < units(20)) &&
          answer.body.items?.every(one => one.outcome === 'tooLittle')
        return isDone && body.items.every(one => one.state === 'final') ? body : undefined
      },
      { everyMs: 100 },
    )
  }

  /** Transfers of the token out of an address: the amounts and the recipients. */
  async function sentBy(from: Address): Promise<{ to: Address; units: bigint }[]> {
    const logs = await client.getContractEvents({
      ...token,
      eventName: 'Transfer',
      fromBlock: 0n,
      args: { from },
      strict: true,
    })
    return logs.map(({ args }) => ({ to: args.to, units: args.value }))
  }

  return { token, held, collector, collectAll, sentBy }
}

/**
 * The signer of a folder in this process, over a chain that a test changes. It reads the chain when
 * a test requests it, and not by itself.
 */
export async function inProcess(
  { folder, depositKey }: TestSigner,
  change: (chain: Chain) => Partial<Chain>,
): Promise<Signer> {
  const config = readConfig(folder, {})
  const key = openKeyFile(filesOf(folder).key, readPassphrase(folder, {}))
  const chain = openChain({ rpcUrls: config.rpcUrls, token: config.token, address: key.address })
  const failed = (error: unknown) => {
    throw error
  }
  const context = { config, key, depositKeys: [depositKey], log: openLog(() => {}), failed }
  return openSigner({ ...context, chain: { ...chain, ...change(chain) } })
}
