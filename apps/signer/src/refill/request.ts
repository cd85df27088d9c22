import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatEther,
  getAddress,
  type Hex,
  isAddress,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedLegacy,
} from 'viem'
import { z } from 'zod'
import { microOf, usdtText } from '../amounts.ts'
import { CannotWork } from '../refusal.ts'
import type { Unsigned } from '../transaction.ts'

const address = z.string().refine(text => isAddress(text), 'an address with a right checksum')
const hex = z.string().regex(/^0x([0-9a-f]{2})*$/)

/** A transfer of the token from the cold address to the hot wallet, to be signed elsewhere. */
export const refillRequest = z.strictObject({
  kind: z.literal('banyan refill 1'),
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(6).max(30),
  /** The cold address, and the hot wallet. */
  from: address,
  to: address,
  /** USDT as decimal text. */
  amount: z.string().regex(usdtText),
  nonce: z.number().int().nonnegative(),
  gasLimit: z.number().int().min(21_000).max(1_000_000),
  /** Wei. */
  gasPrice: z.string().regex(/^[1-9][0-9]{0,17}$/),
  /** The call of the token; it follows from the fields above. */
  data: hex,
  /** The same in words. */
  summary: z.string(),
})
export type RefillRequest = z.output<typeof refillRequest>

/** The request with the transaction that the cold key has signed. */
const signedRefill = z.strictObject({
  kind: z.literal('banyan signed refill 1'),
  request: refillRequest,
  raw: hex,
})
export type SignedRefill = z.output<typeof signedRefill>

/** The pinned values of the holder of the cold key; nothing else is ever signed. */
export interface Pinned {
  chainId: number
  token: Address
  tokenDecimals: number
  hot: Address
}

/** A refill costs a few cents: anything above this is a mistake or a trick. */
const highestFee = parseEther('0.05')

type Wanted = Omit<RefillRequest, 'kind' | 'data' | 'summary'>

/** Creates a complete request, with its data and its summary. */
export function makeRefillRequest(wanted: Wanted): RefillRequest {
  const { amount, from, to, chainId, nonce } = wanted
  return {
    ...wanted,
    kind: 'banyan refill 1',
    data: dataOf(wanted),
    summary: `Send ${amount} USDT from the cold address ${from} to the hot wallet ${to} on chain ${chainId}, nonce ${nonce}, for a fee of ${formatEther(feeOf(wanted))} BNB at most.`,
  }
}

const dataOf = ({ to, amount, tokenDecimals }: Wanted): Hex => {
  const units = microOf(amount) * 10n ** BigInt(tokenDecimals - 6)
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [getAddress(to), units],
  })
}

const feeOf = ({ gasLimit, gasPrice }: Wanted): bigint => BigInt(gasLimit) * BigInt(gasPrice)

/** The transaction of a request, made from its fields. */
export const unsignedOf = (request: RefillRequest): Unsigned => ({
  chainId: request.chainId,
  nonce: request.nonce,
  gasPrice: BigInt(request.gasPrice),
  gas: BigInt(request.gasLimit),
  to: getAddress(request.token),
  value: 0n,
  data: dataOf(request),
})

/**
 * Refuses everything but a transfer of the pinned token to the pinned hot wallet by this cold
 * address.
 * @throws CannotWork with the difference.
 */
export function requireRefill(given: unknown, pinned: Pinned, cold: Address): RefillRequest {
  const request = readRequest(given)
  const { chainId, token, tokenDecimals, from, to, amount } = request
  if (chainId !== pinned.chainId) refuse(`its chain is ${chainId}, and yours is ${pinned.chainId}`)
  if (getAddress(token) !== pinned.token)
    refuse(`its token is ${token}, and yours is ${pinned.token}`)
  if (tokenDecimals !== pinned.tokenDecimals)
    refuse(`its token has ${tokenDecimals} decimals, and yours has ${pinned.tokenDecimals}`)
  if (getAddress(to) !== pinned.hot)
    refuse(`it sends to ${to}, and your hot wallet is ${pinned.hot}`)
  if (getAddress(from) !== cold) refuse(`it is for the key of ${from}, and yours is ${cold}`)
  if (microOf(amount) === 0n) refuse('it sends nothing')
  if (feeOf(request) > highestFee)
    refuse(`its fee is up to ${formatEther(feeOf(request))} BNB, which is far too much`)
  return request
}

/** Reads a request and checks that its call and summary match its fields. */
function readRequest(given: unknown): RefillRequest {
  const read = refillRequest.safeParse(given)
  if (!read.success) return refuse(`it is no refill request: ${z.prettifyError(read.error)}`)
  const expected = makeRefillRequest(read.data)
  if (read.data.data !== expected.data)
    refuse('its data is another call than a transfer of that amount')
  if (read.data.summary !== expected.summary) refuse('its summary is not what its fields say')
  return read.data
}

/**
 * Refuses a signed transaction that is not exactly the request, or is not signed by the cold key.
 * @returns the transaction, and the request in words.
 * @throws CannotWork with the difference.
 */
export async function requireSigned(
  given: unknown,
  asked: unknown,
): Promise<{ raw: Hex; summary: string }> {
  const request = readRequest(asked)
  const read = signedRefill.safeParse(given)
  if (!read.success) return refuse(`it is no signed refill: ${z.prettifyError(read.error)}`)
  if (JSON.stringify(read.data.request) !== JSON.stringify(request))
    refuse('it was signed for another request')
  const raw = read.data.raw as TransactionSerializedLegacy
  const wanted = unsignedOf(request)
  const signed = parseSigned(raw)
  const isSame =
    signed.type === 'legacy' &&
    signed.chainId === wanted.chainId &&
    (signed.nonce ?? 0) === wanted.nonce &&
    signed.gasPrice === wanted.gasPrice &&
    signed.gas === wanted.gas &&
    (signed.value ?? 0n) === 0n &&
    signed.to?.toLowerCase() === wanted.to.toLowerCase() &&
    signed.data === wanted.data
  if (!isSame) refuse('the transaction in it is another one than was requested')
  const signer = await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => null)
  if (signer !== getAddress(request.from)) refuse('another key than the cold one has signed it')
  return { raw, summary: request.summary }
}

function parseSigned(raw: TransactionSerializedLegacy) {
  try {
    return parseTransaction(raw)
  } catch {
    return refuse('the transaction in it cannot be read')
  }
}

function refuse(why: string): never {
  throw new CannotWork(`Refused: ${why}. Nothing was signed or sent.`)
}
