import type { Book, HaltReason } from './book.ts'
import type { Chain, Header } from './chain.ts'
import type { Config } from './config.ts'
import type { ReachedPoint } from './crash-points.ts'
import type { DepositKey } from './deposit-key.ts'
import type { KeyStore } from './key-store.ts'
import type { Log } from './log.ts'
import type { JournalRecord } from './records.ts'

/** A reading of the chain at one moment. */
export interface ChainReading {
  latest: Header
  final: Header
  /** Transactions of the key in blocks, at the newest and at the final one. */
  nonces: { latest: number; final: number }
  /** Token units at the final block. */
  units: bigint
  gas: bigint
  /** Within the bounds of the configuration. */
  gasPrice: bigint
  /** The time of the chain, running on from this reading. */
  now(): Date
  /** False when the nodes are of another chain: then nothing else of the reading has a meaning. */
  isRightChain: boolean
}

/** What the parts of the signer share. */
export interface SignerContext {
  config: Config
  key: KeyStore
  /** In order; none where recharge addresses are not collected. */
  depositKeys: readonly DepositKey[]
  chain: Chain
  log: Log
  book: Book
  reached: ReachedPoint
  /** Applies a record to the book and resolves when it is on the disk. */
  write(record: JournalRecord): Promise<void>
  /** Resolves when every record so far is on the disk. */
  stored(): Promise<void>
  /** Stops all signing until a person has examined it; the first reason stays. */
  halt(reason: HaltReason, detail: string): Promise<void>
  /** The time of the chain, by the last reading. */
  now(): Date
  /** Within the queue: the reading of the chain of the last seconds. */
  fresh(): Promise<ChainReading>
  /** Runs one after the other everything that takes a nonce or changes what the key has done. */
  inTurn<T>(act: () => Promise<T>): Promise<T>
}
