import { type DuePayment, drawTail, quoteTake, tailOf, withTail } from '@banyan/domain'
import type { Chance } from '@banyan/economy'
import {
  decideFinding,
  type ExpectedPayment,
  type KnownTransfers,
  type SeenTransaction,
  type SeenTransfer,
} from '@banyan/server/payment-finding'

/*
 * Payments of trades on a chain of the simulation's own. What a payment is judged by are the product's
 * decisions: its amount by `quoteTake`, `drawTail` and `withTail`, its finding by `decideFinding`.
 */

/** For so long after its end a trade keeps its tail, and a transfer of its amount is its own. */
const TAIL_KEPT_MS = 72 * 3_600_000
/** The network's own stable coin, and one that anybody can issue. */
const PINNED = 'usdt'
export const WORTHLESS = 'token of a thief'
/** A micro-USDT is a micro-USDT here. */
const UNITS = 1n
const DEEP = 99

/** A trade whose payment is looked up. */
export interface OpenTrade
  extends Pick<DuePayment, 'paymentAmount' | 'dealtAt' | 'paymentDeadline'> {
  readonly id: string
  readonly sellerId: string
  readonly buyerId: string
  readonly quantity: bigint
  released: boolean
}

/** What a transaction moves. */
export type Sent = Pick<SeenTransfer, 'from' | 'to' | 'units'> & { token?: string }

/** Trades of late and what the chain holds of their payments. */
export interface PaymentBook {
  readonly trades: OpenTrade[]
  readonly chain: Map<string, SeenTransaction>
  /** Transfers that have paid for a trade: hash and place. */
  readonly bound: Set<string>
}

export const paymentBook = (): PaymentBook => ({ trades: [], chain: new Map(), bound: new Set() })

/** How a claim is judged: the hash that is shown for a trade. */
export type Judge = (book: PaymentBook, trade: OpenTrade, hash: string) => string

/** Takes a part of an order: fixes what is to be sent, unlike every payment of late to this seller. */
export function takeTrade(
  book: PaymentBook,
  draft: Pick<OpenTrade, 'id' | 'sellerId' | 'buyerId' | 'quantity' | 'dealtAt'>,
  { price, payWithinMs }: { price: bigint; payWithinMs: number },
  chance: Chance,
): OpenTrade | null {
  const isLate = ({ paymentDeadline }: OpenTrade) =>
    paymentDeadline.getTime() + TAIL_KEPT_MS < draft.dealtAt.getTime()
  for (let i = book.trades.length - 1; i >= 0; i--)
    if (isLate(book.trades[i] as OpenTrade)) book.trades.splice(i, 1)
  const ofSeller = book.trades.filter(({ sellerId }) => sellerId === draft.sellerId)
  const taken = new Set(ofSeller.map(({ paymentAmount }) => tailOf(paymentAmount)))
  const tail = drawTail(taken, below => chance.below(below))
  if (tail === null) return null
  const { paymentAmount } = withTail(quoteTake(draft.quantity, price, 0), tail)
  const paymentDeadline = new Date(draft.dealtAt.getTime() + payWithinMs)
  const trade = { ...draft, paymentAmount, paymentDeadline, released: false }
  book.trades.push(trade)
  return trade
}

/** Writes a transaction into a block that stays. Returns its hash. */
export function send(book: PaymentBook, id: string, at: Date, transfers: readonly Sent[]): string {
  book.chain.set(id, {
    succeeded: true,
    blockAt: at,
    confirmations: DEEP,
    final: true,
    transfers: transfers.map((one, ordinal) => ({ token: PINNED, ...one, ordinal })),
  })
  return id
}

/** docs/otc-payments.md "What the chain says", by the product's own decision function. */
export const judgeOfToday: Judge = (book, trade, hash) => {
  const seen = book.chain.get(hash) ?? null
  const known: KnownTransfers = {
    used: ordinal => book.bound.has(`${hash} ${ordinal}`),
    fitsAnother: ordinal => seen !== null && fitsAnother(book, trade, seen, ordinal),
  }
  const { finding, pays } = decideFinding(seen, expectedOf(trade), known)
  if (finding === 'verified' && pays) book.bound.add(`${hash} ${pays.ordinal}`)
  return finding
}

/**
 * As it was before a payment was known by its amount: a transfer to the seller of at least the amount,
 * from two minutes before the take to the deadline, counts for whichever trade shows it first.
 */
export const judgeOfBefore: Judge = (book, trade, hash) => {
  const seen = book.chain.get(hash)
  if (!seen) return 'not_found'
  if (book.bound.has(hash)) return 'used_before'
  const from = trade.dealtAt.getTime() - 120_000
  const at = seen.blockAt.getTime()
  if (at < from || at > trade.paymentDeadline.getTime()) return 'outside_window'
  const quoted = trade.paymentAmount - tailOf(trade.paymentAmount)
  const pays = seen.transfers.some(
    ({ token, to, units }) => token === PINNED && to === trade.sellerId && units >= quoted,
  )
  if (!pays) return 'wrong_amount'
  book.bound.add(hash)
  return 'verified'
}

const expectedOf = (trade: OpenTrade): ExpectedPayment => ({
  token: PINNED,
  recipient: trade.sellerId,
  payer: null,
  unitsPerMicro: UNITS,
  paymentAmount: trade.paymentAmount,
  needed: 1,
  from: trade.dealtAt,
  until: trade.paymentDeadline,
})

/** Is a transfer, by its address, exact amount and time, the payment of another trade? */
function fitsAnother(
  { trades }: PaymentBook,
  trade: OpenTrade,
  { transfers, blockAt }: SeenTransaction,
  ordinal: number,
): boolean {
  const transfer = transfers.find(one => one.ordinal === ordinal)
  return trades.some(
    other =>
      other !== trade &&
      other.sellerId === transfer?.to &&
      other.paymentAmount === transfer.units &&
      other.dealtAt <= blockAt,
  )
}
