import type { PayoutOrder } from '@banyan/payouts'
import {
  type Address,
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  keccak256,
  serializeTransaction,
  size,
  slice,
} from 'viem'
import type { DigestSignature, KeyStore } from './key-store.ts'

/** A transaction that is signed and may be sent. */
export interface SignedTransaction {
  hash: Hash
  raw: Hex
  gasPrice: bigint
}

interface Payment {
  order: PayoutOrder
  nonce: number
  gasPrice: bigint
  gasLimit: bigint
  unitsPerMicro: bigint
}

/** The selector and two words; the withdrawal's id follows. */
const transferBytes = 68
const idBytes = 16

/**
 * A transfer of the token, followed by the id of the withdrawal. The token reads its two arguments
 * and ignores the rest; a person who reads the chain, or a signer whose journal is lost, finds
 * there which withdrawal was paid.
 */
export function payoutData(order: PayoutOrder, unitsPerMicro: bigint): Hex {
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [getAddress(order.address), BigInt(order.amount) * unitsPerMicro],
  })
  return concatHex([transfer, `0x${order.withdrawalId.slice('wdr_'.length)}`])
}

/** Signs the payment of an order: from the order, its nonce and a fee, and from nothing else. */
export const signPayment = (
  { order, nonce, gasPrice, gasLimit, unitsPerMicro }: Payment,
  key: KeyStore,
): Promise<SignedTransaction> =>
  signTransaction(
    {
      chainId: order.chainId,
      nonce,
      gasPrice,
      gas: gasLimit,
      to: getAddress(order.token),
      value: 0n,
      data: payoutData(order, unitsPerMicro),
    },
    digest => key.sign(digest),
  )

/** The content of a transaction. */
export interface Unsigned {
  chainId: number
  nonce: number
  gasPrice: bigint
  gas: bigint
  to: Address
  value: bigint
  data: Hex
}

/** Signs a transaction with a key that gives signatures of 32 bytes. */
export async function signTransaction(
  unsigned: Unsigned,
  sign: (digest: Hex) => Promise<DigestSignature>,
): Promise<SignedTransaction> {
  const transaction = { type: 'legacy', ...unsigned } as const
  const { r, s, yParity } = await sign(keccak256(serializeTransaction(transaction)))
  const v = BigInt(unsigned.chainId) * 2n + 35n + BigInt(yParity)
  const raw = serializeTransaction(transaction, { r, s, v })
  return { hash: keccak256(raw), raw, gasPrice: unsigned.gasPrice }
}

/** The payout of a transaction of this key to the token, when it is one of the signer's own. */
export function readPayoutData(
  data: Hex,
  unitsPerMicro: bigint,
): Pick<PayoutOrder, 'withdrawalId' | 'address' | 'amount'> | null {
  if (size(data) !== transferBytes + idBytes) return null
  const call = transferIn(slice(data, 0, transferBytes))
  if (call === null || call.units % unitsPerMicro !== 0n) return null
  return {
    withdrawalId: `wdr_${slice(data, transferBytes).slice(2)}`,
    address: call.to,
    amount: `${call.units / unitsPerMicro}`,
  }
}

/** The recipient and the amount of a plain transfer of the token; null for any other call. */
export const readTransfer = (data: Hex): { to: Address; units: bigint } | null =>
  size(data) === transferBytes ? transferIn(data) : null

function transferIn(data: Hex): { to: Address; units: bigint } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'transfer' ? { to: args[0], units: args[1] } : null
  } catch {
    return null
  }
}
