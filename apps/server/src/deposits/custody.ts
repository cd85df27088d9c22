import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Block } from './chain-store.ts'
import {
  type Balance,
  blockToRead,
  type CustodyAddress,
  custodyAddresses,
  unclaimedAt,
  writeBalances,
} from './custody-store.ts'
import { ChainTrouble, type Quorum } from './quorum.ts'
import { pace } from './terms.ts'

/** The chain that custody is read from. */
export interface CustodyContext {
  database: Database
  logger: Logger
  quorum: Quorum
  chainId: number
  /** The pinned token, lower-case, and its units in a micro-USDT. */
  contract: string
  unitsPerMicro: bigint
}

/**
 * The block that the books have reached at one instant of the database: a reading is made at it.
 */
export interface CustodyInstant {
  block: Block
  /** Token units up to that block that are in no account. */
  uncredited: bigint
  unclassified: bigint
}

/** What the chain shows at a block. Micro-USDT, rounded down. */
export interface CustodyReading {
  block: Block
  addresses: number
  /** By the use of the addresses; the sum is `held`. */
  by: Readonly<Record<'recharges' | NonNullable<CustodyAddress['use']>, bigint>>
  held: bigint
  /** The part that is in no account; `held` less the two covers the books. */
  uncredited: bigint
  unclassified: bigint
}

/** Reads custody from the chain: every address at one final block. */
export interface CustodyReader {
  /**
   * The block that matches the books of this transaction, and what is unclaimed up to it; null
   * before the chain was followed.
   */
  instant(tx: Database | Tx): Promise<CustodyInstant | null>
  /**
   * Reads the balance of every address at that block. Balances and not counted transfers, so that
   * money that has left an address is noticed.
   * @throws ChainTrouble when the nodes do not answer, do not agree, or are far ahead of that
   *   block.
   */
  read(instant: CustodyInstant): Promise<CustodyReading>
}

/** Opens a reader over the configured nodes. */
export function openCustodyReader(context: CustodyContext): CustodyReader {
  const { database, chainId } = context
  return {
    instant: async tx => {
      const block = await blockToRead(tx, chainId)
      return block && { block, ...(await unclaimedAt(tx, chainId, block)) }
    },
    read: async instant => {
      await checkBlock(context, instant.block)
      const addresses = await custodyAddresses(database, chainId)
      const balances = await askAll(context, addresses, instant.block.number)
      await inTransaction(database, tx => writeBalances(tx, chainId, instant.block, balances))
      return sumsOf(context, instant, addresses, balances)
    },
  }
}

/**
 * Checks that the block is on the chain, and that the chain is not far ahead: movements since then
 * would be missed.
 */
async function checkBlock({ quorum }: CustodyContext, block: Block): Promise<void> {
  const header = await quorum.agreed(`block ${block.number}`, node => node.block(block.number))
  if (header.hash !== block.hash)
    throw new ChainTrouble('disagreement', `block ${block.number} is another one than was followed`)
  const { finalized } = await quorum.heads()
  if (finalized.number - block.number > pace.readBehindBlocks)
    throw new ChainTrouble('stale', `block ${block.number} is far below ${finalized.number}`)
}

/** Balances in the order of the addresses: so many in a call, and so many calls at once. */
async function askAll(
  { quorum, contract }: CustodyContext,
  addresses: readonly CustodyAddress[],
  at: number,
): Promise<Balance[]> {
  const balances: Balance[] = []
  const { balancesPerCall, balanceCallsAtOnce } = pace
  const starts = Array.from(
    { length: Math.ceil(addresses.length / balancesPerCall) },
    (_, call) => call * balancesPerCall,
  ).values()
  const askOn = async (): Promise<void> => {
    for (const start of starts) {
      const owners = addresses.slice(start, start + balancesPerCall).map(one => one.address)
      const units = await quorum.agreed('balances', node => node.balances({ contract, owners, at }))
      for (const [i, address] of owners.entries())
        balances[start + i] = { address, tokenUnits: BigInt(units[i] ?? '') }
    }
  }
  await Promise.all(Array.from({ length: balanceCallsAtOnce }, askOn))
  return balances
}

function sumsOf(
  { unitsPerMicro }: CustodyContext,
  instant: CustodyInstant,
  addresses: readonly CustodyAddress[],
  balances: readonly Balance[],
): CustodyReading {
  const units = { recharges: 0n, founding: 0n, income: 0n, hot: 0n, cold: 0n }
  for (const [i, { tokenUnits }] of balances.entries())
    units[addresses[i]?.use ?? 'recharges'] += tokenUnits
  const { recharges, ...published } = units
  const others = Object.values(published).reduce((sum, one) => sum + one, 0n)
  const micro = (amount: bigint): bigint => amount / unitsPerMicro
  const held = micro(recharges + others)
  // Rounded once: fractions of a micro-USDT at two addresses may add up to a whole one.
  const claimed = recharges + others - instant.uncredited - instant.unclassified
  const proven = claimed > 0n ? micro(claimed) : 0n
  const unclaimed = held - proven
  const classifiable = micro(instant.unclassified)
  const unclassified = classifiable < unclaimed ? classifiable : unclaimed
  const by = {
    founding: micro(units.founding),
    income: micro(units.income),
    hot: micro(units.hot),
    cold: micro(units.cold),
  }
  return {
    block: instant.block,
    addresses: addresses.length,
    held,
    by: { recharges: held - by.founding - by.income - by.hot - by.cold, ...by },
    uncredited: unclaimed - unclassified,
    unclassified,
  }
}
