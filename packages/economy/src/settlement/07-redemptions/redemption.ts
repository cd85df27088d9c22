import { ceilDiv, type Leaf, type Price, type Usdt, WHOLE_BPS } from '@banyan/domain'
import { least, sum } from '../../amounts.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { type Backing, worth } from '../../price.ts'

/** An exchange of a run, frozen at the cut-off, in the units of that instant. */
export interface ExchangeOrder {
  readonly id: string
  readonly memberId: string
  /** Micro-LEAF held for it. */
  readonly quantity: Leaf
}

/** A first fill that its member wants undone, frozen at the cut-off. */
export interface UndoRequest {
  readonly id: string
  readonly memberId: string
  /** All the coins of the fill, micro-LEAF in the units of the cut-off. */
  readonly quantity: Leaf
  /** What was paid for them, micro-USDT. */
  readonly fill: Usdt
}

/** What coins give at an exit price: gross = fee + pay, micro-USDT. */
export interface Redemption {
  readonly gross: Usdt
  readonly fee: Usdt
  readonly pay: Usdt
}

/** A run's deal for redeemed coins: they are burned, `pay` leaves the reserve, the fee stays. */
export interface RedemptionDeal extends Redemption {
  readonly id: string
  readonly quantity: Leaf
}

/** An undo has no fee: it gives all of its gross. */
export type UndoDeal = Omit<RedemptionDeal, 'gross' | 'fee'>

/** The redemptions of a run; each list oldest first, ties by id. */
export interface RedeemFacts {
  readonly exchanges: readonly ExchangeOrder[]
  readonly undos: readonly UndoRequest[]
}

/**
 * The result of step 7: R and N after it, and a deal for each order and request in the order given,
 * or none at all.
 */
export interface RedeemOutcome extends Backing {
  readonly exchanges: readonly RedemptionDeal[]
  readonly undos: readonly UndoDeal[]
}

/**
 * What q coins give at the exit price: gross = floor6(q × Pexit), fee = ceil6(1 % × gross), which
 * stays in the reserve, pay = gross − fee. Rule book 2.12.
 */
export function redeem(quantity: Leaf, exitPrice: Price, p: Parameters = parametersV1): Redemption {
  const gross = worth(quantity, exitPrice)
  const fee = ceilDiv(gross * BigInt(p.exchangeFeeBps), WHOLE_BPS)
  return { gross, fee, pay: gross - fee }
}

/**
 * What undoing a first fill gives back, micro-USDT: min(fill, floor6(q × Pexit)), no fee; never
 * more than was paid, so that nobody subscribes to speculate on the price. Rule book 2.3 (2).
 */
export const undoFill = (quantity: Leaf, fill: Usdt, exitPrice: Price): Usdt =>
  least(fill, worth(quantity, exitPrice))

/** Returns when the time to request an undo ends. Rule book 2.3 (2). */
export const undoableUntil = (issuedAt: Date, p: Parameters = parametersV1): Date =>
  new Date(issuedAt.getTime() + p.undoWindowMs)

/**
 * Step 7 of a run: pays all redemptions at the one exit mark of step 3, so their order decides
 * nothing but the order of the lines. At an exit price of zero nothing is executed: all of them
 * wait for a run with a price. Rule book 2.2, 2.3, 2.12, 2.16.
 */
export function redeemRun(
  facts: RedeemFacts,
  before: Backing,
  exitPrice: Price,
  p: Parameters = parametersV1,
): RedeemOutcome {
  if (exitPrice === 0n) return { ...backingOf(before), exchanges: [], undos: [] }
  const exchanges = facts.exchanges.map(({ id, quantity }) => ({
    id,
    quantity,
    ...redeem(quantity, exitPrice, p),
  }))
  const undos = facts.undos.map(({ id, quantity, fill }) => ({
    id,
    quantity,
    pay: undoFill(quantity, fill, exitPrice),
  }))
  const deals = [...exchanges, ...undos]
  return {
    reserve: before.reserve - sum(deals.map(deal => deal.pay)),
    outstanding: before.outstanding - sum(deals.map(deal => deal.quantity)),
    exchanges,
    undos,
  }
}

const backingOf = ({ reserve, outstanding }: Backing): Backing => ({ reserve, outstanding })
