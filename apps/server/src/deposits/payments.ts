import type { Logger } from 'pino'
import type { ChainConfig } from '../platform/config.ts'
import { openNode, type Receipt } from './node.ts'
import { openQuorum } from './quorum.ts'
import { pace, terms } from './terms.ts'
import { readTransfer, TRANSFER, topicOf } from './transfers.ts'

/** A transaction as enough nodes report it. */
export interface ReportedTransaction {
  succeeded: boolean
  blockAt: Date
  confirmations: number
  final: boolean
  /** Transfers of any token, in the order of their events; addresses lower-case. */
  transfers: { token: string; from: string; to: string; units: bigint; ordinal: number }[]
}

/** The lookup of a hash, up to the newest block, whose time is `chainAt`. */
export interface HashLookup {
  /** Null when there is none up to that block. */
  seen: ReportedTransaction | null
  chainAt: Date
}

/** Looks up single transactions on the platform's chain, for payments between members. */
export interface PaymentReader {
  /** The pinned token, lower-case, and its decimals. */
  token: string
  decimals: number
  /** The number of confirmations that a payment needs. */
  needed: number
  /**
   * A transaction, as enough nodes report it.
   * @throws ChainTrouble when too few answer, or when they do not agree.
   */
  transaction(hash: string): Promise<HashLookup>
  /** The newest block that enough nodes have. @throws ChainTrouble */
  head(): Promise<number>
  /**
   * Transfers of the pinned token to some accounts, within a range of blocks.
   * @throws ChainTrouble when too few answer, or when they do not agree.
   */
  transfersTo(
    accounts: readonly string[],
    blocks: { from: number; to: number },
  ): Promise<{ hash: string; to: string; units: bigint }[]>
}

/** The number of accounts in one request. */
const TOPICS_AT_ONCE = 500

/** Opens a reader over the configured nodes; two of several must agree. */
export function openPaymentReader(chain: ChainConfig, logger: Logger): PaymentReader {
  const nodes = chain.rpcUrls.map((url, i) => openNode(url, `node ${i + 1}`, pace.callTimeoutMs))
  const quorum = openQuorum(nodes, chain.chainId, logger)
  return {
    token: chain.usdt.toLowerCase(),
    decimals: chain.usdtDecimals,
    needed: terms.confirmations,
    async transaction(hash) {
      // The newest block is read first: a transaction that is not found is in no block up to it.
      const { head, finalized } = await quorum.heads()
      const chainAt = new Date(head.timestamp * 1000)
      // Wrapped, because "there is none" is an answer here, not a missing vote.
      const { receipt } = await quorum.agreed('a receipt', async node => ({
        receipt: await node.receipt(hash),
      }))
      if (receipt === null) return { seen: null, chainAt }
      const block = await quorum.agreed('the block of a receipt', node =>
        node.block(receipt.blockNumber),
      )
      if (block.hash !== receipt.blockHash) return { seen: null, chainAt }
      const seen = {
        succeeded: receipt.status === 1,
        blockAt: new Date(block.timestamp * 1000),
        confirmations: Math.max(0, head.number - receipt.blockNumber + 1),
        final: receipt.blockNumber <= finalized.number,
        transfers: transfersOf(receipt),
      }
      return { seen, chainAt }
    },
    head: async () => (await quorum.heads()).head.number,
    async transfersTo(accounts, blocks) {
      const contract = chain.usdt.toLowerCase()
      const payments: { hash: string; to: string; units: bigint }[] = []
      for (let at = 0; at < accounts.length; at += TOPICS_AT_ONCE) {
        const topics = [TRANSFER, null, accounts.slice(at, at + TOPICS_AT_ONCE).map(topicOf)]
        const logs = await quorum.agreed('payments', node =>
          node.logs({ contract, topics, in: blocks }),
        )
        for (const log of logs) {
          const transfer = readTransfer(log, { contract, decimals: chain.usdtDecimals })
          if (transfer)
            payments.push({
              hash: log.transactionHash,
              to: transfer.to,
              units: transfer.tokenUnits,
            })
        }
      }
      return payments
    },
  }
}

/** Every event that reads as a transfer, of any contract: the caller checks the token. */
function transfersOf(receipt: Receipt): ReportedTransaction['transfers'] {
  const events = [...receipt.logs].sort((a, b) => a.logIndex - b.logIndex)
  return events.flatMap(({ address, topics, data }, ordinal) => {
    const [event, from, to, ...more] = topics
    if (event !== TRANSFER || !isAccount(from) || !isAccount(to) || more.length > 0) return []
    if (data.length !== 66) return []
    const account = (topic: string) => `0x${topic.slice(26)}`
    return [{ token: address, from: account(from), to: account(to), units: BigInt(data), ordinal }]
  })
}

const isAccount = (topic: string | undefined): topic is string =>
  topic !== undefined && /^0x0{24}/.test(topic)
