import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { z } from 'zod'
import { traced } from '../platform/tracing/spans.ts'
import type { SeenTransaction, SeenTransfer } from './decide.ts'

/** USDT on TRON: its contract and decimals are pinned. */
export const tronUsdt = { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 } as const
/** Blocks after which TRON calls a block solid: 19 of 27 witnesses. */
export const TRON_NEEDED = 19
const TIMEOUT_MS = 5_000
/** Topic of `Transfer(address,address,uint256)`, as TRON writes it: without 0x. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const base58check = createBase58check(sha256)

/**
 * Converts a TRON address to the 20 bytes of events, in hex. @throws when its checksum is wrong.
 */
export function tronHex(address: string): string {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('this is no TRON address')
  return Buffer.from(bytes.subarray(1)).toString('hex')
}

const hex = z.string().regex(/^[0-9a-f]*$/i)
const event = z.object({ address: hex, topics: z.array(hex), data: hex.default('') })
type TronEvent = z.output<typeof event>
const transactionInfo = z.object({
  id: hex.optional(),
  blockNumber: z.number().int().optional(),
  blockTimeStamp: z.number().int().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z.array(event).default([]),
})
const head = z.object({
  block_header: z.object({
    raw_data: z.object({ number: z.number().int(), timestamp: z.number().int() }),
  }),
})

/** The inverse of `tronHex`: 20 bytes in TRON's notation. */
export const tronAddressOf = (bytes: string): string =>
  base58check.encode(Buffer.from(`41${bytes}`, 'hex'))

/** The node did not give an answer. */
class TronFault extends Error {}

/** Looks up transactions through the HTTP interface of a TRON node. */
export interface TronReader {
  /** The transaction, as the node knows it with its newest block of `chainAt`. @throws TronFault */
  transaction(hash: string): Promise<{ seen: SeenTransaction | null; chainAt: Date }>
}

export function openTron(url: string): TronReader {
  const ask = <T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> =>
    traced(
      () => ({ name: `chain ${path}`, kind: 'client', facts: { 'rpc.method': path } }),
      () => send(path, body, schema),
    )
  const send = async <T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> => {
    try {
      const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new TronFault(`the TRON node answered ${response.status}`)
      return schema.parse(await response.json())
    } catch (error) {
      // The address of the node may contain a key, so no message includes it.
      throw error instanceof TronFault ? error : new TronFault('the TRON node did not answer')
    }
  }
  return {
    async transaction(hash) {
      // Asks for the newest block first: a transaction that is not found afterwards is in no block
      // up to there.
      const newest = (await ask('wallet/getnowblock', {}, head)).block_header.raw_data
      const chainAt = new Date(newest.timestamp)
      const info = await ask('wallet/gettransactioninfobyid', { value: hash }, transactionInfo)
      // The node answers with an empty object for an unknown hash.
      if (info.id === undefined || info.blockNumber === undefined) return { seen: null, chainAt }
      if (info.id.toLowerCase() !== hash)
        throw new TronFault('the TRON node answered about another hash')
      const confirmations = newest.number - info.blockNumber + 1
      const seen = {
        succeeded: info.receipt?.result === 'SUCCESS',
        blockAt: new Date(info.blockTimeStamp ?? 0),
        confirmations: Math.max(0, confirmations),
        final: confirmations >= TRON_NEEDED,
        transfers: info.log.flatMap(transferOf),
      }
      return { seen, chainAt }
    },
  }
}

/** Reads an event as a transfer; addresses as 20 bytes in hex. */
function transferOf({ address, topics, data }: TronEvent, ordinal: number): SeenTransfer[] {
  const [event, from, to, ...more] = topics
  if (event?.toLowerCase() !== TRANSFER || from?.length !== 64 || to?.length !== 64) return []
  if (more.length > 0 || data.length !== 64) return []
  const account = (topic: string) => topic.slice(24).toLowerCase()
  return [
    {
      token: address.slice(-40).toLowerCase(),
      from: account(from),
      to: account(to),
      units: BigInt(`0x${data}`),
      ordinal,
    },
  ]
}
