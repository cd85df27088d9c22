import { formatAmount } from '../money/amount.ts'
import { CENT } from '../money/rounding.ts'
import type { Network } from './network.ts'
import { mostFor, type TradeAmounts } from './quote.ts'

/**
 * What a take adds to its payment so that no two payments to one address are alike: 0.0001 to
 * 0.0099 USDT, which is in the decimals behind the cents.
 */
export const paymentTails = {
  /** Micro-USDT. */
  least: 100n,
  most: 9_900n,
  /** First choice: tails of whole ten-thousandths, so that a payment has four decimals. */
  step: 100n,
} as const

/** The tail of a payment, micro-USDT; 0 for a payment of whole cents, as before there were tails. */
export const tailOf = (paymentAmount: bigint): bigint => paymentAmount % CENT

/** The amounts of a take with its tail: what the buyer sends is the quoted payment and the tail. */
export const withTail = (quoted: TradeAmounts, tail: bigint): TradeAmounts => ({
  ...quoted,
  paymentAmount: quoted.paymentAmount + tail,
})

/** The most of an order that can be bought for this payment, whichever tail it gets, micro-LEAF. */
export const mostToBuy = (
  payment: bigint,
  { price, concessionBps }: { price: bigint; concessionBps: number },
): bigint => mostFor(payment - paymentTails.most, price, concessionBps)

/**
 * A tail that is not taken, or null when every one is. One of the 99 with four decimals while there
 * is one; then one of the 9,702 others with five or six. `draw(n)` answers a whole number from 0
 * below n that nobody can foretell.
 */
export function drawTail(
  taken: ReadonlySet<bigint>,
  draw: (below: number) => number,
): bigint | null {
  const { least, most, step } = paymentTails
  const free = (by: bigint): bigint[] => {
    const tails: bigint[] = []
    for (let tail = least; tail <= most; tail += by) if (!taken.has(tail)) tails.push(tail)
    return tails
  }
  const short = free(step)
  const choice = short.length > 0 ? short : free(1n)
  return choice.length === 0 ? null : (choice[draw(choice.length)] ?? null)
}

/** A payment as people read and copy it: whole cents with two decimals, a tail with four or six. */
export function formatPayment(amount: bigint): string {
  const tail = tailOf(amount)
  return formatAmount(amount, tail === 0n ? 2 : tail % paymentTails.step === 0n ? 4 : 6)
}

/** How far from the agreed amount a transfer may be and still look like this payment. */
const NEAR = 2_000_000n
const NEAR_SHARE = 100n

/**
 * Is this another amount than agreed, but one that an exchange may have made of it, by its fee or by
 * rounding: at most 2 USDT or 1 % away? It proves nothing; people decide.
 */
export function isNear(received: bigint, agreed: bigint): boolean {
  const away = received > agreed ? received - agreed : agreed - received
  const share = agreed / NEAR_SHARE
  return away > 0n && received > 0n && away <= (share > NEAR ? share : NEAR)
}

/** What the payment of a trade should be. */
export interface DuePayment {
  tradeId: string
  network: Network
  /** The address of the trade, as its chain writes it. */
  payTo: string
  /** The only address that it may come from, where the buyer named one. */
  payFrom: string | null
  /** Micro-USDT. */
  paymentAmount: bigint
  dealtAt: Date
  paymentDeadline: Date
  buyerId: string
  sellerId: string
}
