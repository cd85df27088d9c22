import {
  highestFee,
  type OrderQuantities,
  orderLivesOn,
  orderMachine,
  orderMoves,
  type Party,
} from '@banyan/domain'
import type { TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'
import {
  feesInTrade,
  type OrderChange,
  type OrderRow,
  quantitiesOf,
  saveOrder,
} from './order-store.ts'
import { noteFault } from './penalties.ts'
import { giveBack, giveBackRest, release } from './postings.ts'
import { termsInForce } from './terms.ts'
import type { TradeRow } from './trade-store.ts'

/**
 * What happens to a trade's escrow, in micro-LEAF. The buyer gets `toBuyer` of its quantity, and
 * `fee` is taken of the fee that was held. The rest of both goes back to the order when that is
 * alive and holds coin, else to the seller. `sellersRest` sends it to the seller even when the
 * order is alive, as a ruling does.
 */
export interface Ending {
  toBuyer: bigint
  fee: bigint
  sellersRest?: boolean
  /** The party whose fault it is that the trade ends in this way. */
  faultOf?: Party | null
}

/**
 * Ends a trade's escrow, once: the coin, and the quantities of its order, which the caller has
 * locked.
 */
export async function endEscrow(
  tx: Tx,
  context: OtcDeps,
  { trade, order, now }: { trade: TradeRow; order: OrderRow; now: Date },
  { toBuyer, fee, sellersRest = false, faultOf = null }: Ending,
): Promise<void> {
  const rest = trade.quantity - toBuyer
  const backToOrder = orderLivesOn(order.life) && !sellersRest && toBuyer === 0n
  const staysOnSale = backToOrder && order.side === 'sell'
  const quantities = orderMoves.failed(
    orderMoves.dealt(quantitiesOf(order), toBuyer),
    rest,
    backToOrder,
  )
  const fees = await feesAfter(tx, { order, held: trade.fee, fee, staysOnSale }, quantities)
  const { change, back } = orderAfter(order, { ...quantities, ...fees }, now)
  await post(tx, context, [
    ...release(trade.id, trade.buyerId, { sellerId: trade.sellerId, quantity: toBuyer, fee }),
    ...(staysOnSale
      ? []
      : giveBack(`trade:${trade.id}`, {
          sellerId: trade.sellerId,
          quantity: rest,
          fee: trade.fee - fee,
        })),
    ...back,
  ])
  await saveOrder(tx, order.id, change)
  if (faultOf) {
    const memberId = faultOf === 'buyer' ? trade.buyerId : trade.sellerId
    await noteFault(tx, memberId, now, await termsInForce(context, tx))
  }
}

/** An order with what its trade has left of it; completed, and what it still holds given back, when that is all. */
function orderAfter(
  order: OrderRow,
  left: OrderQuantities & Pick<OrderRow, 'feeHeld' | 'feeTaken'>,
  now: Date,
): { change: OrderChange; back: TransferOrder[] } {
  const isOver = orderLivesOn(order.life) && left.available === 0n && left.inTrade === 0n
  if (!isOver) return { change: left, back: [] }
  return {
    change: { ...left, ...completed(order, now), feeHeld: 0n },
    // A split multiplies the rounding of fees: what no trade is left to pay goes back.
    back: giveBackRest(order, left.feeHeld),
  }
}

/** The end of a trade whose buyer gets all of it: its transfers, and its order afterwards. */
export function releasedWhole(
  trade: TradeRow,
  order: OrderRow,
  now: Date,
): { transfers: TransferOrder[]; order: OrderRow } {
  const { sellerId, quantity, fee } = trade
  const quantities = orderMoves.dealt(quantitiesOf(order), quantity)
  const fees = wholeFees({ order, held: fee, staysOnSale: false })
  const { change, back } = orderAfter(order, { ...quantities, ...fees }, now)
  const transfers = [...release(trade.id, trade.buyerId, { sellerId, quantity, fee }), ...back]
  return { transfers, order: { ...order, ...change } }
}

const post = async (tx: Tx, context: OtcDeps, transfers: TransferOrder[]): Promise<void> => {
  if (transfers.length > 0) await context.ledger.post(tx, transfers)
}

/** Completes a living order whose last coins are dealt or returned: nothing is left to take. */
export function completed(order: OrderRow, now: Date): OrderChange {
  const step = orderMachine.step(order.life, 'complete', 'market')
  if (!step) throw new Error(`order ${order.id} is ${order.life} and cannot be complete`)
  return { life: step.to, heldBecause: null, endedAt: now }
}

/**
 * The fees of a sell order after one of its trades, for which `held` was held and `fee` was due.
 * The rest must always have enough for its own fees: when rounding would make it short, a later
 * take costs a micro-unit less.
 */
export async function feesAfter(
  tx: Tx,
  ended: { order: OrderRow; held: bigint; fee: bigint; staysOnSale: boolean },
  left: OrderQuantities,
): Promise<Pick<OrderRow, 'feeHeld' | 'feeTaken'>> {
  const { order, held, fee, staysOnSale } = ended
  const { feeHeld, feeTaken: ofWhole } = wholeFees(ended)
  const feeTaken = order.side === 'buy' ? 0n : ofWhole - (held - fee)
  if (order.side === 'buy' || staysOnSale || fee === held) return { feeHeld, feeTaken }
  const forRest = order.feeHeld - (await feesInTrade(tx, order.id))
  const least = highestFee(left.available + left.inTrade + left.dealt, order.feeBps) - forRest
  return { feeHeld, feeTaken: feeTaken > least ? feeTaken : least }
}

/** The fees of an order after one of its trades whose fee was due as it was held. */
function wholeFees(ended: {
  order: OrderRow
  held: bigint
  staysOnSale: boolean
}): Pick<OrderRow, 'feeHeld' | 'feeTaken'> {
  const { order, held, staysOnSale } = ended
  if (order.side === 'buy') return { feeHeld: 0n, feeTaken: 0n }
  const { feeHeld, feeTaken } = order
  return { feeHeld: staysOnSale ? feeHeld : feeHeld - held, feeTaken }
}
