import { formatAmount } from '../money/amount.ts'
import { CENT } from '../money/rounding.ts'
import type { Network } from './network.ts'
import { mostFor, type TradeAmounts } from './quote.ts'

/**
 * What a take adds to its payment so that no two payments to one address are alike: 0.0001 to
 * 0.0099 USDT, which is in the decimals after the cents.
 */
export const paymentTails = {
  /** Micro-USDT. */
  least: 100n,
  most: 9_900n,
  /** First choice: tails of whole ten-thousandths, so that a payment has four decimals. */
  step: 100n,
} as const

/** The tail of a payment, micro-USDT; 0 for a payment of whole cents, made before tails existed. */
export const tailOf = (paymentAmount: bigint): bigint => paymentAmount % CENT

/** The amounts of a take with its tail: the buyer sends the quoted payment plus the tail. */
export const withTail = (quoted: TradeAmounts, tail: bigint): TradeAmounts => ({
  ...quoted,
  paymentAmount: quoted.paymentAmount + tail,
})

/** The largest quantity of an order that can be bought for this payment, with any tail, micro-LEAF. */
export const mostToBuy = (
  payment: bigint,
  { price, concessionBps }: { price: bigint; concessionBps: number },
): bigint => mostFor(payment - paymentTails.most, price, concessionBps)

/**
 * Returns a free tail, or null when none is left. One of the 99 with four decimals while one is
 * free; then one of the 9,702 others with five or six. `draw(n)` returns an unpredictable whole
 * number from 0 below n.
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

/** Formats a payment for people to read and copy: whole cents with two decimals, a tail with four or six. */
export function formatPayment(amount: bigint): string {
  const tail = tailOf(amount)
  return formatAmount(amount, tail === 0n ? 2 : tail % paymentTails.step === 0n ? 4 : 6)
}

/** How far from the agreed amount a transfer may be to be suggested as this payment. */
const NEAR = 2_000_000n
const NEAR_SHARE = 100n

/**
 * Whether a transfer's amount differs from the agreed one, but only as much as an exchange's fee or
 * rounding may cause: at most 2 USDT or 1 %. It proves nothing; people decide.
 */
export function isNear(received: bigint, agreed: bigint): boolean {
  const away = received > agreed ? received - agreed : agreed - received
  const share = agreed / NEAR_SHARE
  return away > 0n && received > 0n && away <= (share > NEAR ? share : NEAR)
}

/** The expected payment of a trade. */
export interface DuePayment {
  tradeId: string
  network: Network
  /** The address of the trade, as its chain writes it. */
  payTo: string
  /** The only permitted sender, when the buyer named one. */
  payFrom: string | null
  /** Micro-USDT. */
  paymentAmount: bigint
  dealtAt: Date
  paymentDeadline: Date
  buyerId: string
  sellerId: string
}
