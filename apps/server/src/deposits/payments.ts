import type { Logger } from 'pino'
import type { ChainConfig } from '../platform/config.ts'
import { openNode, type Receipt } from './node.ts'
import { openQuorum } from './quorum.ts'
import { pace, terms } from './terms.ts'
import { TRANSFER } from './transfers.ts'

/** A transaction as enough nodes tell it. */
export interface ToldTransaction {
  succeeded: boolean
  blockAt: Date
  confirmations: number
  final: boolean
  /** Transfers of any token, in the order of their events; addresses lower-case. */
  transfers: { token: string; to: string; units: bigint; ordinal: number }[]
}

/** Looks up single transactions on the house's chain, for payments between members. */
export interface PaymentReader {
  /** The pinned token, lower-case, and its decimals. */
  token: string
  decimals: number
  /** How many confirmations a payment takes. */
  needed: number
  /**
   * A transaction, or null when enough nodes say that there is none.
   * @throws ChainTrouble when too few answer, or when they do not agree.
   */
  transaction(hash: string): Promise<ToldTransaction | null>
}

/** Opens a reader over the nodes of the configuration; two of several must agree. */
export function openPaymentReader(chain: ChainConfig, logger: Logger): PaymentReader {
  const nodes = chain.rpcUrls.map((url, i) => openNode(url, `node ${i + 1}`, pace.callTimeoutMs))
  const quorum = openQuorum(nodes, chain.chainId, logger)
  return {
    token: chain.usdt.toLowerCase(),
    decimals: chain.usdtDecimals,
    needed: terms.confirmations,
    async transaction(hash) {
      // Wrapped, because "there is none" is an answer here, not a missing vote.
      const { receipt } = await quorum.agreed('a receipt', async node => ({
        receipt: await node.receipt(hash),
      }))
      if (receipt === null) return null
      const block = await quorum.agreed('the block of a receipt', node =>
        node.block(receipt.blockNumber),
      )
      if (block.hash !== receipt.blockHash) return null
      const { head, finalized } = await quorum.heads()
      return {
        succeeded: receipt.status === 1,
        blockAt: new Date(block.timestamp * 1000),
        confirmations: Math.max(0, head.number - receipt.blockNumber + 1),
        final: receipt.blockNumber <= finalized.number,
        transfers: transfersOf(receipt),
      }
    },
  }
}

/** Every event that reads as a transfer, whoever emits it: which token it is of is the asker's to judge. */
function transfersOf(receipt: Receipt): ToldTransaction['transfers'] {
  const events = [...receipt.logs].sort((a, b) => a.logIndex - b.logIndex)
  return events.flatMap(({ address, topics, data }, ordinal) => {
    const [event, , to, ...more] = topics
    if (event !== TRANSFER || to === undefined || more.length > 0) return []
    if (!/^0x0{24}/.test(to) || data.length !== 66) return []
    return [{ token: address, to: `0x${to.slice(26)}`, units: BigInt(data), ordinal }]
  })
}
