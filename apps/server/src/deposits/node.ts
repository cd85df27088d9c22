import {
  BaseError,
  createClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  parseAbi,
} from 'viem'
import { z } from 'zod'
import { traced } from '../platform/tracing/spans.ts'

/** One node of the chain. Its answers are checked for their shape and nothing else. */
export interface ChainNode {
  /** Its name in logs: never its address, which may contain a key. */
  name: string
  chainId(): Promise<number>
  /** The newest block, or the newest final one. */
  newest(tag: 'latest' | 'finalized'): Promise<Header>
  /**
   * The newest block that every validator has confirmed (`eth_getFinalizedHeader`, as BSC has it); where
   * the node does not offer that, its newest final one.
   */
  surelyFinal(): Promise<Header>
  /** Null when this node does not have the block. */
  block(number: number): Promise<Header | null>
  /** Logs of one block by its hash, or of a range, with these first topics. */
  logs(where: LogQuery): Promise<Log[]>
  receipt(hash: string): Promise<Receipt | null>
  /** A transaction as it was sent; null when this node does not have it. */
  transaction(hash: string): Promise<Sent | null>
  /**
   * The number of transactions of an address in the chain up to a block: the nonces below it are
   * used.
   */
  noncesUsed(of: { address: string; at: number }): Promise<number>
  /**
   * Balances of addresses in a token at a block, in their order, in the token's own units as
   * decimal text: in one call where Multicall3 is on the chain, otherwise one by one.
   */
  balances(of: BalanceQuery): Promise<string[]>
}

export interface BalanceQuery {
  contract: string
  owners: readonly string[]
  /** The number of the block. */
  at: number
}

export interface LogQuery {
  contract: string
  topics: (string | string[] | null)[]
  in: { blockHash: string } | { from: number; to: number }
}

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(text => text.toLowerCase())
const data = z.string().regex(/^0x([0-9a-f]{2})*$/)
const count = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/)
  .transform(Number)
  .pipe(z.number().int().safe())

const header = z.object({ number: count, hash, parentHash: hash, timestamp: count })
const log = z.object({
  address,
  topics: z.array(hash).max(4),
  data,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
})
const receipt = z.object({
  blockNumber: count,
  blockHash: hash,
  status: count,
  logs: z.array(log.omit({ blockNumber: true, blockHash: true, transactionHash: true })),
})
const sent = z.object({ to: address.nullable(), input: data, nonce: count })
export type Sent = z.output<typeof sent>
export type Header = z.output<typeof header>
export type Log = z.output<typeof log>
export type Receipt = z.output<typeof receipt>

/** The node failed to answer, or its answer is malformed. The cause is the library's own error. */
export class NodeFault extends Error {}

/** The argument of `eth_getFinalizedHeader` that asks for all validators. */
const ALL_VALIDATORS = -3

/** The selector of ERC-20's `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

/** Where Multicall3 is on BNB Smart Chain and most others: https://github.com/mds1/multicall3. */
const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'
const multicallAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
])

/** Concurrent calls where balances are read one by one. */
const SINGLES_AT_ONCE = 16

const hex = (number: number): `0x${string}` => `0x${number.toString(16)}`

/**
 * Opens a client of one node. Every call ends within `timeoutMs`, with an answer or a NodeFault.
 */
export function openNode(url: string, name: string, timeoutMs: number): ChainNode {
  const client = createClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0 }) })
  const ask = async <T>(schema: z.ZodType<T>, method: string, params: unknown[]): Promise<T> => {
    const answer = await traced(callSpan(name, method), () =>
      client
        .request({ method, params } as never)
        .catch((error: unknown) => fault(`${name} ${method}: ${reasonOf(error)}`, error)),
    )
    const read = schema.safeParse(answer)
    return read.success ? read.data : fault(`${name} ${method}: the answer has another shape`)
  }
  const newest: ChainNode['newest'] = tag => ask(header, 'eth_getBlockByNumber', [tag, false])
  return {
    name,
    chainId: () => ask(count, 'eth_chainId', []),
    newest,
    surelyFinal: () =>
      ask(header, 'eth_getFinalizedHeader', [ALL_VALIDATORS]).catch(error =>
        isNotOffered(error) ? newest('finalized') : Promise.reject(error),
      ),
    block: number => ask(header.nullable(), 'eth_getBlockByNumber', [hex(number), false]),
    logs: async ({ contract, topics, in: place }) => {
      const range =
        'blockHash' in place ? place : { fromBlock: hex(place.from), toBlock: hex(place.to) }
      const filter = { address: contract, topics, ...range }
      const logs = await ask(z.array(log), 'eth_getLogs', [filter])
      return logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    },
    receipt: transactionHash =>
      ask(receipt.nullable(), 'eth_getTransactionReceipt', [transactionHash]),
    transaction: transactionHash =>
      ask(sent.nullable(), 'eth_getTransactionByHash', [transactionHash]),
    noncesUsed: ({ address, at }) => ask(count, 'eth_getTransactionCount', [address, hex(at)]),
    balances: async query => {
      const code = query.owners.length < 2 ? '0x' : await codeAt(MULTICALL, query.at)
      return code === '0x' ? oneByOne(query) : together(query)
    },
  }

  function codeAt(address: string, at: number): Promise<string> {
    return ask(data, 'eth_getCode', [address, hex(at)])
  }

  async function together({ contract, owners, at }: BalanceQuery): Promise<string[]> {
    const calls = owners.map(owner => ({ target: contract as Hex, callData: balanceCall(owner) }))
    const input = encodeFunctionData({
      abi: multicallAbi,
      functionName: 'aggregate',
      args: [calls],
    })
    const output = await ask(data, 'eth_call', [{ to: MULTICALL, data: input }, hex(at)])
    const [block, answers] = readAggregate(output as Hex)
    if (block !== BigInt(at)) fault(`${name} aggregate: answered at block ${block}, not ${at}`)
    if (answers.length !== owners.length) fault(`${name} aggregate: left answers out`)
    return answers.map(unitsOf)
  }

  async function oneByOne({ contract, owners, at }: BalanceQuery): Promise<string[]> {
    const units: string[] = []
    const left = owners.entries()
    const askOn = async (): Promise<void> => {
      for (const [i, owner] of left)
        units[i] = unitsOf(
          await ask(data, 'eth_call', [{ to: contract, data: balanceCall(owner) }, hex(at)]),
        )
    }
    await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, askOn))
    return units
  }

  function readAggregate(output: Hex): readonly [bigint, readonly Hex[]] {
    try {
      return decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate', data: output })
    } catch (error) {
      return fault(`${name} aggregate: the answer has another shape`, error)
    }
  }

  function unitsOf(word: string): string {
    return hash.safeParse(word).success
      ? `${BigInt(word)}`
      : fault(`${name} balanceOf: the answer has another shape`)
  }
}

/** The span of a call to a node: its method, and nothing that is asked about. */
const callSpan = (node: string, method: string) => () => ({
  name: `chain ${method}`,
  kind: 'client' as const,
  facts: { 'rpc.system.name': 'jsonrpc', 'rpc.method': method, 'banyan.node': node },
})

const balanceCall = (owner: string): Hex =>
  `${BALANCE_OF}${owner.slice(2).toLowerCase().padStart(64, '0')}` as Hex

function fault(message: string, cause?: unknown): never {
  throw new NodeFault(message, { cause })
}

/** The node does not know the method, or does not allow it. */
const isNotOffered = ({ cause }: Error): boolean =>
  cause instanceof MethodNotFoundRpcError || cause instanceof MethodNotSupportedRpcError

/** The library's long message contains the node's address; its short one does not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof BaseError)) return 'failed'
  return `${error.shortMessage} ${error.details ?? ''}`.trim().slice(0, 200)
}
