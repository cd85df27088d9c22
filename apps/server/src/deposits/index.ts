import { SCALE } from '@banyan/domain'
import type { ChainConfig } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import type { Platform, Room, Sweep } from '../platform/room.ts'
import { isDepositAddress, openAddressBook } from './addresses.ts'
import { type Block, findFinalBlock, findWatch } from './chain-store.ts'
import type { CreditWorld } from './credit.ts'
import { type ChainHealth, chainStateOf } from './decide.ts'
import { openDerivation } from './derive.ts'
import { addressHoldings, custodyOf } from './holding-store.ts'
import { watchHoldings } from './holdings.ts'
import { openNode } from './node.ts'
import { openPaymentReader, type PaymentReader } from './payments.ts'
import { openQuorum } from './quorum.ts'
import { type Connected, depositRoutes } from './routes.ts'
import { creditedAmong } from './store.ts'
import { pace } from './terms.ts'
import { openWatcher } from './watcher.ts'

export type { Block } from './chain-store.ts'
export { checkDeposits, depositNotices } from './check.ts'
export type { ChainHealth } from './decide.ts'
export type { AddressHolding, Custody } from './holding-store.ts'

/**
 * Recharges: a member's own address, the watcher of the chain, and the list.
 * @throws ConfigError when the extended public key cannot be used.
 */
export function openDeposits(
  platform: Platform,
  neighbours: Pick<CreditWorld, 'ledger' | 'parameters'>,
): {
  room: Room
  /** Is this an address that the house shows to a member for recharging? */
  isOwnAddress: (database: Database | Tx, address: string) => Promise<boolean>
  /** Of these deposits, those whose money is there since a time. */
  creditedAmong: typeof creditedAmong
  /** What the chain says of all credited addresses together. */
  custodyOf: typeof custodyOf
  /** Credited addresses as the chain was last asked about them, in the order of their making. */
  addressHoldings: typeof addressHoldings
  /** The newest block that is final as it was followed; null where no chain is connected. */
  finalBlock: (reader: Database | Tx) => Promise<Block | null>
  /** Looks up payments between members; null where no chain is connected. */
  payments: PaymentReader | null
  health: () => Promise<ChainHealth>
} {
  const { config } = platform
  const chain = config.chain === null ? null : connect(config.chain)
  const sweeps = chain === null ? [] : watch(platform, chain, neighbours)
  return {
    room: { routes: depositRoutes(platform, chain, neighbours), sweeps },
    isOwnAddress: isDepositAddress,
    creditedAmong,
    custodyOf,
    addressHoldings,
    finalBlock: async reader =>
      config.chain === null ? null : ((await findFinalBlock(reader, config.chain.chainId)) ?? null),
    payments: config.chain === null ? null : openPaymentReader(config.chain, platform.logger),
    health: () => (chain === null ? Promise.resolve('none') : healthOf(platform, chain)),
  }
}

async function healthOf({ database }: Platform, { chainId }: Connected): Promise<ChainHealth> {
  const watch = await findWatch(database, chainId)
  const state = chainStateOf(watch, await houseNow(database))
  return state === 'unreachable' ? 'degraded' : state
}

const connect = (chain: ChainConfig): Connected => ({
  ...chain,
  derive: openDerivation(chain.depositXpub),
  demonstration: chain.testWalletUrl !== null,
})

function watch(
  { database, logger }: Platform,
  chain: Connected,
  neighbours: Pick<CreditWorld, 'ledger' | 'parameters'>,
): Sweep[] {
  const { chainId, usdt, usdtDecimals, derive, demonstration } = chain
  const nodes = chain.rpcUrls.map((url, i) => openNode(url, `node ${i + 1}`, pace.callTimeoutMs))
  const unitsPerMicro = 10n ** BigInt(usdtDecimals - SCALE)
  const quorum = openQuorum(nodes, chainId, logger)
  const pinned = { chainId, contract: usdt.toLowerCase(), decimals: usdtDecimals, unitsPerMicro }
  return [
    openWatcher({
      ...neighbours,
      ...{ database, logger, demonstration, quorum, pinned },
      book: openAddressBook(database, derive, logger),
    }),
    watchHoldings({ database, logger, quorum, pinned }),
  ]
}
