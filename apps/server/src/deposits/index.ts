import { SCALE } from '@banyan/domain'
import type { ChainConfig } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Gauge, Job, Module, Platform } from '../platform/module.ts'
import { isDepositAddress, openAddressBook, recordFirstKey } from './addresses.ts'
import { type ChainCheck, compareWithChain, firstBlockOf } from './chain-check.ts'
import { type Block, findFinalBlock, findTip, findWatch } from './chain-store.ts'
import type { CreditContext } from './credit.ts'
import { type CustodyReader, openCustodyReader } from './custody.ts'
import {
  type AddressHolding,
  fullRechargeAddresses,
  fullRechargeTotal,
  lastReadBlock,
  publishedHoldings,
  rechargeHoldings,
} from './custody-store.ts'
import { type ChainHealth, type ChainState, chainStateOf } from './decide.ts'
import { DepositKeyNotNamed, openDepositKeys, readRing } from './deposit-keys.ts'
import {
  type DepositKeyChanges,
  type KeyChangeContext,
  keyNews,
  openKeyChanges,
} from './key-change.ts'
import { hasAddresses, lockAddresses } from './key-store.ts'
import { openNode } from './node.ts'
import { type StrayTransfer, strayTransfers } from './outgoing-store.ts'
import { openPaymentReader, type PaymentReader } from './payments.ts'
import { presentDeposit, type WireDeposit } from './present.ts'
import {
  isPublished,
  type PublishedAddress,
  publishAddresses,
  publishedAddresses,
} from './published.ts'
import { openQuorum } from './quorum.ts'
import { changeReceipt, lockReceipt, receiptsPage, receiptTotals } from './receipt-store.ts'
import { receiptsById, type ShownReceipt, showReceipts } from './receipt-view.ts'
import { type Connected, depositRoutes } from './routes.ts'
import type { SeenContext } from './seen-routes.ts'
import { creditedAmong, hasConfirming, openRecharges, underWay } from './store.ts'
import { pace } from './terms.ts'
import { openTransfersOut, type TransfersOut } from './transfers-out.ts'
import { openWatcher } from './watcher.ts'

export type { ChainCheck } from './chain-check.ts'
export type { Block } from './chain-store.ts'
export { checkDeposits, checkLateDeposits, depositNotices } from './check.ts'
export { checkRechargeTransfers } from './check-transfers.ts'
export type { CustodyInstant, CustodyReader, CustodyReading } from './custody.ts'
export type { AddressHolding } from './custody-store.ts'
export type { ChainHealth } from './decide.ts'
export { DepositKeyNotNamed } from './deposit-keys.ts'
export type { DepositKeyChanges, KeyChange, KeyNews } from './key-change.ts'
export {
  type ShownTransfer,
  type TransfersOfCustody,
  transfersOfCustody,
  type WireTransfer,
} from './outgoing-view.ts'
export type { PublishedAddress } from './published.ts'
export { ChainTrouble } from './quorum.ts'
export type { ReceiptRow } from './receipt-store.ts'
export type { ShownReceipt } from './receipt-view.ts'
export type { CollectionsOf } from './seen-routes.ts'
export type { OutgoingRow, TransfersOut } from './transfers-out.ts'

/** Receipts for other modules. Their content comes from the chain; only their booking is added. */
export interface Receipts {
  /** A receipt with its place on the chain, locked until the transaction ends. */
  lock(tx: Tx, id: string): Promise<ShownReceipt | undefined>
  byId(reader: Database | Tx, ids: readonly string[]): Promise<Map<string, ShownReceipt>>
  /** A page, newest first, with one row more than its length. */
  page(reader: Database | Tx, ...of: PageOf): Promise<ShownReceipt[]>
  /** The number of everything under a filter, and its sum in micro-USDT. */
  totals: typeof receiptTotals
  /** Marks a receipt as booked, once for ever. */
  markBooked(tx: Tx, id: string, bookedAt: Date): Promise<void>
}
type PageOf = Parameters<typeof receiptsPage> extends [unknown, ...infer Rest] ? Rest : never

/** The receipts of this database, on whatever chain. */
export const receipts: Receipts = {
  lock: async (tx, id) => {
    const row = await lockReceipt(tx, id)
    return row && (await showReceipts(tx, [row]))[0]
  },
  byId: receiptsById,
  page: async (reader, ...of) => showReceipts(reader, await receiptsPage(reader, ...of)),
  totals: receiptTotals,
  markBooked: (tx, id, bookedAt) => changeReceipt(tx, id, { bookedAt }),
}

/** Recharge addresses for collections. */
export interface Collectable {
  /**
   * What recharge addresses are derived from now.
   * @throws DepositKeyNotNamed where the settings do not name a key that is in use.
   */
  keys(reader: Database | Tx): Promise<CollectedKeys>
  /**
   * Indexes of those that held at least so many token units at the last reading of custody, the
   * fullest first.
   */
  full(
    reader: Database | Tx,
    of: { least: bigint; without: readonly number[]; limit: number },
  ): Promise<number[]>
  /** Their number and their total. */
  total(reader: Database | Tx, least: bigint): Promise<{ addresses: number; tokenUnits: bigint }>
  /** The block of that reading; -1 before the first one. */
  readAt(reader: Database | Tx): Promise<number>
}

/** The deposit keys in use, and what they derive. */
export interface CollectedKeys {
  /** All keys, in the order of their use. */
  xpubs: readonly string[]
  /** The key and the address of an index. */
  of(index: number): { xpub: string; address: string }
}

/** How far the chain is followed. */
interface Followed {
  state: ChainState
  block: number | null
  followedAt: Date | null
}

/** A published address with its last reading of the chain. */
export type PublishedHolding = PublishedAddress & Omit<AddressHolding, 'address'>

/** The dependencies of the module. */
export type DepositDeps = Pick<CreditContext, 'ledger' | 'parameters'> &
  Pick<KeyChangeContext, 'holdsDepositKey'> &
  Pick<SeenContext, 'collectionsOf'>

/**
 * Recharges: a member's own address, the watcher of the chain, and the list.
 * @throws ConfigError when the extended public key cannot be used.
 */
export function openDeposits(
  platform: Platform,
  deps: DepositDeps,
): {
  module: Module
  /** How two operators change the key that new recharge addresses come from. */
  keyChanges: DepositKeyChanges
  /** Changed keys that members are notified of. */
  keyNews: typeof keyNews
  /**
   * True for a recharge address of a member, and for a published address of the platform's own
   * money.
   */
  isOwnAddress: (database: Database | Tx, address: string) => Promise<boolean>
  /** Of these deposits, those that were credited since a time. */
  creditedAmong: typeof creditedAmong
  /**
   * The number of a member's recharges that are not final yet, or were taken back after they were
   * credited.
   */
  openRecharges: typeof openRecharges
  /** A member's recharges that the chain is confirming, with their confirmations. */
  confirming: (reader: Database | Tx, memberId: string) => Promise<WireDeposit[]>
  /** True when there is one that was seen up to an instant and is not final yet. */
  hasConfirming: typeof hasConfirming
  /** Reads the balance of every address of custody; null where no chain is connected. */
  custody: CustodyReader | null
  /**
   * Recharge addresses that were ever paid, with their last readings, in the order of their
   * creation.
   */
  rechargeHoldings: typeof rechargeHoldings
  /** The published addresses with their last readings. */
  publishedHoldings: (reader: Database) => Promise<PublishedHolding[]>
  /**
   * Publishes the addresses of the settings, before anything else is opened.
   * @throws ConfigError for one that is a member's recharge address, and where the settings do not
   *   name a deposit key that is in use.
   */
  publish: () => Promise<void>
  /** The newest followed block that is final; null where no chain is connected. */
  finalBlock: (reader: Database | Tx) => Promise<Block | null>
  /** Looks up payments between members; null where no chain is connected. */
  payments: PaymentReader | null
  /** Transfers out of custody; null where no chain is connected. */
  transfersOut: TransfersOut | null
  /** Recharge addresses for collections; null where no chain is connected. */
  collectable: Collectable | null
  /** True when a transfer has left a recharge address that belongs to no collection. */
  hasStrayed: (reader: Database | Tx) => Promise<boolean>
  /** Those transfers, or the one with the given id. */
  strayTransfers: (reader: Database | Tx, only?: string) => Promise<StrayTransfer[]>
  health: () => Promise<ChainHealth>
  /** How far the chain is followed; null where none is connected. */
  followed: () => Promise<Followed | null>
} {
  const { config } = platform
  const chain = config.chain === null ? null : connect(config.chain)
  const jobs = chain === null ? [] : watch(platform, chain, deps)
  return {
    module: {
      routes: depositRoutes(platform, chain, deps),
      jobs,
      gauges: chain === null ? [] : [chainAge(platform, chain)],
    },
    keyChanges: openKeyChanges({
      keys: chain?.keys ?? null,
      holdsDepositKey: deps.holdsDepositKey,
    }),
    keyNews,
    isOwnAddress: isOurAddress,
    creditedAmong,
    openRecharges,
    confirming: async (reader, memberId) => {
      const rows = await underWay(reader, memberId)
      const tip = chain === null ? undefined : await findTip(reader, chain.chainId)
      return rows
        .filter(row => row.state === 'confirming')
        .map(row => presentDeposit(row, tip?.number ?? null))
    },
    hasConfirming,
    custody: chain === null ? null : openCustody(platform, chain),
    rechargeHoldings,
    publishedHoldings: async reader => (chain === null ? [] : holdingsOf(reader, chain)),
    publish: async () => {
      if (chain === null) return
      await requireKeys(platform.database, chain)
      await publishAddresses(platform.database, chain)
    },
    finalBlock: async reader =>
      config.chain === null ? null : ((await findFinalBlock(reader, config.chain.chainId)) ?? null),
    payments: config.chain === null ? null : openPaymentReader(config.chain, platform.logger),
    transfersOut: chain === null ? null : openOutgoing(platform, chain),
    collectable: chain && {
      keys: async reader => {
        const { generations, of, derive } = await readRing(chain.keys, reader)
        return {
          xpubs: generations.map(one => one.xpub),
          of: index => ({ xpub: of(index).xpub, address: derive(index) }),
        }
      },
      full: (reader, of) => fullRechargeAddresses(reader, chain.chainId, of),
      total: (reader, least) => fullRechargeTotal(reader, chain.chainId, least),
      readAt: reader => lastReadBlock(reader, chain.chainId),
    },
    strayTransfers,
    hasStrayed: async reader => (await strayTransfers(reader)).length > 0,
    health: () => (chain === null ? Promise.resolve('none') : healthOf(platform, chain)),
    followed: async () => (chain === null ? null : followedOf(platform, chain)),
  }
}

/**
 * Compares the books with the configured chain, from the given block on, otherwise from the first
 * relevant one. Null while nothing was followed.
 * @throws ChainTrouble when the nodes do not answer or do not agree.
 */
export async function checkAgainstChain(
  platform: Pick<Platform, 'database' | 'logger'>,
  chain: ChainConfig,
  fromBlock: number | null,
): Promise<ChainCheck | null> {
  const { database, logger } = platform
  const connected = connect(chain)
  const { quorum, pinned } = pin(platform, connected)
  const from = fromBlock ?? (await firstBlockOf(database, connected))
  const book = openAddressBook(database, connected, logger)
  return from === null ? null : compareWithChain({ database, logger, quorum, pinned, book }, from)
}

const isOurAddress = async (reader: Database | Tx, address: string): Promise<boolean> =>
  (await isDepositAddress(reader, address)) || (await isPublished(reader, address))

async function healthOf({ database }: Platform, { chainId }: Connected): Promise<ChainHealth> {
  const watch = await findWatch(database, chainId)
  const state = chainStateOf(watch, await systemNow(database))
  return state === 'unreachable' ? 'degraded' : state
}

async function followedOf({ database }: Platform, { chainId }: Connected): Promise<Followed> {
  const watch = await findWatch(database, chainId)
  return {
    state: chainStateOf(watch, await systemNow(database)),
    block: watch?.headNumber ?? null,
    followedAt: watch?.followedAt ?? null,
  }
}

/** A platform that has given out addresses must keep the keys that they were derived from. */
async function requireKeys(database: Database, { keys }: Connected): Promise<void> {
  await readRing(keys, database)
  const isKnown = await inTransaction(database, async tx => {
    await lockAddresses(tx)
    return !(await hasAddresses(tx)) || recordFirstKey(tx, keys)
  })
  if (!isKnown)
    throw new DepositKeyNotNamed('the key of the recharge addresses that were given out')
}

const connect = (chain: ChainConfig): Connected => ({
  ...chain,
  keys: openDepositKeys(chain.depositXpubs),
  demonstration: chain.testWalletUrl !== null,
})

/** The quorum of the configured nodes, and what is pinned for its chain. */
function pin(
  { logger }: Pick<Platform, 'logger'>,
  { chainId, usdt, usdtDecimals, rpcUrls }: Connected,
) {
  const nodes = rpcUrls.map((url, i) => openNode(url, `node ${i + 1}`, pace.callTimeoutMs))
  const unitsPerMicro = 10n ** BigInt(usdtDecimals - SCALE)
  return {
    quorum: openQuorum(nodes, chainId, logger),
    pinned: { chainId, contract: usdt.toLowerCase(), decimals: usdtDecimals, unitsPerMicro },
  }
}

function openCustody(platform: Platform, chain: Connected): CustodyReader {
  const { database, logger } = platform
  const { quorum, pinned } = pin(platform, chain)
  return openCustodyReader({ database, logger, quorum, ...pinned })
}

function openOutgoing(platform: Platform, chain: Connected): TransfersOut {
  const { quorum, pinned } = pin(platform, chain)
  const { chainId, contract } = pinned
  return openTransfersOut({ database: platform.database, chainId, contract, quorum })
}

async function holdingsOf(reader: Database, chain: Connected): Promise<PublishedHolding[]> {
  const { chainId, usdtDecimals } = chain
  const unitsPerMicro = 10n ** BigInt(usdtDecimals - SCALE)
  const held = await publishedHoldings(reader, { chainId, unitsPerMicro })
  const unread = { held: null, block: null, readAt: null }
  return (await publishedAddresses(reader, chainId)).map(one => {
    const { address: _, ...read } = held.get(one.address) ?? { address: one.address, ...unread }
    return { ...one, ...read }
  })
}

function watch(
  platform: Platform,
  chain: Connected,
  deps: Pick<CreditContext, 'ledger' | 'parameters'>,
): Job[] {
  const { database, logger } = platform
  const { demonstration } = chain
  const { quorum, pinned } = pin(platform, chain)
  return [
    openWatcher({
      ...deps,
      database,
      logger,
      demonstration,
      quorum,
      pinned,
      book: openAddressBook(database, chain, logger),
    }),
  ]
}

/** How old the newest reading of the chain is: nothing is credited while it does not move. */
const chainAge = (platform: Platform, chain: Connected): Gauge => ({
  name: 'chain_age_seconds',
  help: 'Seconds since the watcher last followed the chain',
  read: async () => {
    const { followedAt } = await followedOf(platform, chain)
    if (followedAt === null) return []
    const now = await systemNow(platform.database)
    return [{ value: (now.getTime() - followedAt.getTime()) / 1000 }]
  },
})
