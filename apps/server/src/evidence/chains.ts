import type { Network } from '@banyan/domain'
import { getAddress } from 'viem'
import type { Config } from '../platform/config.ts'
import type { SeenTransaction } from './decide.ts'
import { openTron, TRON_NEEDED, tronAddressOf, tronHex, tronUsdt } from './tron.ts'

/** What a chain says of a hash: the transaction, or null when there is none up to its newest block, of `chainAt`. */
export interface ChainAnswer {
  seen: SeenTransaction | null
  chainAt: Date
}

/** A chain on which payments can be looked up. */
export interface PaymentChain {
  /** How bindings name it. */
  name: string
  /** The pinned token as its transfers name it, and token units in one micro-USDT. */
  token: string
  unitsPerMicro: bigint
  needed: number
  /** An address as transfers name it. @throws when it is none of this chain */
  accountOf(address: string): string
  /** An account of a transfer as people write it. */
  addressOf(account: string): string
  /** @throws when no node answers */
  transaction(hash: string): Promise<ChainAnswer>
  /** What goes to some accounts can be seen without a hash; null where it cannot. */
  watch: ChainWatch | null
}

/** Sees transfers of the pinned token as blocks come. Both throw when no node answers. */
export interface ChainWatch {
  head(): Promise<number>
  /** Hashes as `transaction` takes them. */
  transfersTo(
    accounts: readonly string[],
    blocks: { from: number; to: number },
  ): Promise<{ hash: string; to: string; units: bigint }[]>
}

export type PaymentChains = Readonly<Record<Network, PaymentChain | null>>

/** The platform's own chain, as deposits read it. */
export interface BscReader extends ChainWatch {
  token: string
  decimals: number
  needed: number
  transaction(hash: string): Promise<ChainAnswer>
}

const MICRO_DECIMALS = 6

/** The chains that payments can be looked up on here; null where no node is configured. */
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
