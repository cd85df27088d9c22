import {
  type Address,
  BaseError,
  createPublicClient,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'

/** The nodes do not answer, or do not agree: nothing is known, and nothing may be decided. */
export class ChainAway extends Error {}

export interface Header {
  number: number
  hash: Hash
  time: Date
}

export interface TransferLog {
  hash: Hash
  block: number
  units: bigint
  out: boolean
}

export interface ChainReceipt {
  hash: Hash
  block: number
  blockHash: Hash
  succeeded: boolean
}

/**
 * The chain by several nodes. With two nodes, one that lies alone is not trusted. `of` defaults to
 * the hot wallet.
 */
export interface Chain {
  /** The chain ids of all nodes that answer. */
  chainIds(): Promise<number[]>
  /** The lowest of the nodes' newest blocks, and of their final ones. */
  heads(): Promise<{ latest: Header; final: Header }>
  /** The block that all nodes have at a height. */
  block(number: number): Promise<Header>
  /**
   * The number of the address's transactions in blocks: the lowest answer, or the agreed one at a
   * block.
   */
  nonce(at: 'latest' | number, of?: Address): Promise<number>
  /** The highest count including those that wait in the nodes' pools. */
  pendingNonce(): Promise<number>
  units(at: number, of?: Address): Promise<bigint>
  gas(of?: Address): Promise<bigint>
  gasPrice(): Promise<bigint>
  /** Transfers of the token from and to the address, in the order of the chain. */
  transfers(from: number, to: number, of?: Address): Promise<TransferLog[]>
  /** Null when every node that answers has none. */
  receipt(hash: Hash): Promise<ChainReceipt | null>
  transaction(
    hash: Hash,
  ): Promise<{ from: Address; to: Address | null; nonce: number; input: Hex } | null>
  /** Sends a transaction to every node. Their answers decide nothing: only blocks do. */
  broadcast(raw: Hex): Promise<{ accepted: number; errors: string[] }>
}

interface OpenChain {
  rpcUrls: readonly string[]
  token: Address
  address: Address
  /** A call ends within this time, with an answer or without. */
  timeoutMs?: number
}

/** Opens the nodes of the configuration. */
export function openChain({ rpcUrls, token, address, timeoutMs = 5_000 }: OpenChain): Chain {
  const nodes = rpcUrls.map(url =>
    createPublicClient({
      cacheTime: 0,
      transport: http(url, { retryCount: 0, timeout: timeoutMs }),
    }),
  )
  type Node = (typeof nodes)[number]
  const needed = Math.min(2, nodes.length)

  async function answers<T>(what: string, ask: (node: Node) => Promise<T>): Promise<[T, ...T[]]> {
    const all = await Promise.allSettled(nodes.map(ask))
    const [first, ...more] = all.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    if (first !== undefined && more.length + 1 >= needed) return [first, ...more]
    const reasons = all.map(one => (one.status === 'rejected' ? reasonOf(one.reason) : 'answered'))
    throw new ChainAway(`${what}: ${reasons.join('; ')}`)
  }

  /** The single answer that all nodes give. */
  async function agreed<T>(what: string, ask: (node: Node) => Promise<T>): Promise<T> {
    const [first, ...more] = await answers(what, ask)
    const text = textOf(first)
    if (more.every(one => textOf(one) === text)) return first
    throw new ChainAway(`${what}: the nodes do not agree`)
  }

  const headerOf = async (
    node: Node,
    which: { blockTag: 'latest' | 'finalized' } | { blockNumber: bigint },
  ): Promise<Header> => {
    const { number, hash, timestamp } = await node.getBlock(which)
    if (number === null || hash === null) throw new Error('the block is not whole')
    return { number: Number(number), hash, time: new Date(Number(timestamp) * 1_000) }
  }
  const block = (number: number) =>
    agreed(`block ${number}`, node => headerOf(node, { blockNumber: BigInt(number) }))
  const tokenCall = { address: token, abi: erc20Abi } as const

  return {
    chainIds: () => answers('chain id', node => node.getChainId()),
    heads: async () => {
      const [latest, final] = await Promise.all([
        answers('newest block', node => headerOf(node, { blockTag: 'latest' })),
        answers('final block', node => headerOf(node, { blockTag: 'finalized' })),
      ])
      return { latest: lowest(latest), final: await block(lowest(final).number) }
    },
    block,
    nonce: async (at, of = address) => {
      const which = { address: of }
      if (at === 'latest')
        return Math.min(...(await answers('nonce', node => node.getTransactionCount(which))))
      const blockNumber = BigInt(at)
      return agreed('nonce', node => node.getTransactionCount({ ...which, blockNumber }))
    },
    pendingNonce: async () => {
      const which = { address, blockTag: 'pending' } as const
      return Math.max(...(await answers('nonce', node => node.getTransactionCount(which))))
    },
    units: (at, of = address) =>
      agreed('balance', node =>
        node.readContract({
          ...tokenCall,
          functionName: 'balanceOf',
          args: [of],
          blockNumber: BigInt(at),
        }),
      ),
    gas: async (of = address) =>
      least(await answers('gas', node => node.getBalance({ address: of }))),
    gasPrice: async () => least(await answers('gas price', node => node.getGasPrice())),
    transfers: async (from, to, of = address) => {
      const logsOf = (args: { from: Address } | { to: Address }) =>
        agreed('transfers', async node => {
          const logs = await node.getContractEvents({
            ...tokenCall,
            eventName: 'Transfer',
            args,
            strict: true,
            fromBlock: BigInt(from),
            toBlock: BigInt(to),
          })
          return logs.map(log => ({
            hash: log.transactionHash,
            block: Number(log.blockNumber),
            units: log.args.value,
            out: 'from' in args,
          }))
        })
      const [out, into] = await Promise.all([logsOf({ from: of }), logsOf({ to: of })])
      return [...out, ...into]
    },
    receipt: async hash => {
      const [first, ...more] = await answers('receipt', node => receiptOf(node, hash))
      // A node that lags has none yet; the others are verified when the block is looked up.
      return [first, ...more].find(one => one !== null) ?? null
    },
    transaction: async hash => {
      const [first, ...more] = await answers('transaction', node =>
        node.getTransaction({ hash }).catch(error => {
          if (error instanceof TransactionNotFoundError) return null
          throw error
        }),
      )
      const transaction = [first, ...more].find(one => one !== null) ?? null
      return (
        transaction && {
          from: transaction.from,
          to: transaction.to,
          nonce: transaction.nonce,
          input: transaction.input,
        }
      )
    },
    broadcast: async raw => {
      const all = await Promise.allSettled(
        nodes.map(node => node.sendRawTransaction({ serializedTransaction: raw })),
      )
      const errors = all.flatMap(one => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
      return { accepted: all.length - errors.length, errors }
    },
  }
}

async function receiptOf(
  node: ReturnType<typeof createPublicClient>,
  hash: Hash,
): Promise<ChainReceipt | null> {
  try {
    const { blockNumber, blockHash, status } = await node.getTransactionReceipt({ hash })
    return { hash, block: Number(blockNumber), blockHash, succeeded: status === 'success' }
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

const lowest = ([first, ...more]: [Header, ...Header[]]): Header =>
  more.reduce((low, one) => (one.number < low.number ? one : low), first)

const least = ([first, ...more]: [bigint, ...bigint[]]): bigint =>
  more.reduce((low, one) => (one < low ? one : low), first)

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))

/**
 * The library's long message contains the node's address, which may contain a key; its short one
 * does not.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : 'failed'
  return `${error.shortMessage} ${error.details ?? ''}`.trim().slice(0, 200)
}
