import type { Network } from '@banyan/domain'
import { getAddress } from 'viem'
import type { Config } from '../platform/config.ts'
import type { SeenTransaction } from './decide.ts'
import { openTron, TRON_NEEDED, tronAddressOf, tronHex, tronUsdt } from './tron.ts'

/**
 * A chain's answer about a hash: the transaction, or null when no block up to its newest one, of
 * `chainAt`, has it.
 */
export interface ChainAnswer {
  seen: SeenTransaction | null
  chainAt: Date
}

/** A chain on which payments can be looked up. */
export interface PaymentChain {
  /** The name of the chain in bindings. */
  name: string
  /** The pinned token as its transfers name it, and token units in one micro-USDT. */
  token: string
  unitsPerMicro: bigint
  needed: number
  /**
   * Converts an address to the form in transfers. @throws when it is not an address of this chain
   */
  accountOf(address: string): string
  /** Converts an account of a transfer to the form that people write. */
  addressOf(account: string): string
  /** @throws when no node answers */
  transaction(hash: string): Promise<ChainAnswer>
  /** Finds transfers to given accounts without a hash; null when this chain cannot. */
  watch: ChainWatch | null
}

/**
 * Reads transfers of the pinned token block by block. Both functions throw when no node answers.
 */
export interface ChainWatch {
  head(): Promise<number>
  /** Returns hashes in the form that `transaction` takes. */
  transfersTo(
    accounts: readonly string[],
    blocks: { from: number; to: number },
  ): Promise<{ hash: string; to: string; units: bigint }[]>
}

export type PaymentChains = Readonly<Record<Network, PaymentChain | null>>

/** The platform's own chain, as the deposits module reads it. */
export interface BscReader extends ChainWatch {
  token: string
  decimals: number
  needed: number
  transaction(hash: string): Promise<ChainAnswer>
}

const MICRO_DECIMALS = 6

/** The chains on which payments can be looked up; null for a chain without a configured node. */
export const openChains = (bsc: BscReader | null, config: Config): PaymentChains => ({
  BSC: bsc && bscOf(bsc),
  TRON: config.tronRpcUrl === null ? null : tronOf(config.tronRpcUrl),
})

const unitsPerMicro = (decimals: number): bigint => 10n ** BigInt(decimals - MICRO_DECIMALS)

const bscOf = (bsc: BscReader): PaymentChain => ({
  name: 'BSC',
  token: bsc.token,
  needed: bsc.needed,
  unitsPerMicro: unitsPerMicro(bsc.decimals),
  accountOf: address => address.toLowerCase(),
  addressOf: account => getAddress(account),
  transaction: hash => bsc.transaction(`0x${hash}`),
  watch: {
    head: bsc.head,
    transfersTo: async (accounts, blocks) =>
      (await bsc.transfersTo(accounts, blocks)).map(one => ({ ...one, hash: one.hash.slice(2) })),
  },
})

const tronOf = (url: string): PaymentChain => ({
  name: 'TRON',
  token: tronHex(tronUsdt.contract),
  needed: TRON_NEEDED,
  unitsPerMicro: unitsPerMicro(tronUsdt.decimals),
  accountOf: tronHex,
  addressOf: tronAddressOf,
  transaction: openTron(url).transaction,
  watch: null,
})
