import {
  feeOfTake,
  heldOf,
  highestFee,
  lateAmounts,
  orderLivesOn,
  orderMoves,
  type SplitAmounts,
} from '@banyan/domain'
import { memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'
import { completed, feesAfter } from './endings.ts'
import { type OrderRow, quantitiesOf, saveOrder } from './order-store.ts'
import { freeze, giveBack, release } from './postings.ts'
import { lockSeller } from './publish.ts'
import type { TradeChange, TradeRow } from './trade-store.ts'

/*
 * A trade that was closed without a deal and is appealed: its quantity is held again, from what the
 * seller has. Its order got that quantity back when the trade closed, and is not part of the case.
 */

interface Case {
  trade: TradeRow
  order: OrderRow
  now: Date
}

const referenceOf = ({ id, version }: TradeRow) => `trade:${id}:late:${version}` as const

/**
 * Holds the trade's quantity with its fee: first from the seller's available coin, then from what
 * this order still has for sale, as far as there is enough. Returns what the trade keeps of it.
 */
export async function holdAgain(
  tx: Tx,
  context: OtcDeps,
  { trade, order, now }: Case,
): Promise<TradeChange> {
  await lockSeller(tx, context, trade.sellerId)
  const { posted, held } = await context.ledger.balance(tx, memberAccount(trade.sellerId, 'LEAF'))
  const available = heldOf(posted - held, trade.quantity, order.feeBps)
  const fee = highestFee(available, order.feeBps)
  if (available > 0n)
    await context.ledger.post(
      tx,
      freeze(referenceOf(trade), { sellerId: trade.sellerId, quantity: available, fee }),
    )
  const onSale = await takeOffSale(tx, { trade, order, now }, trade.quantity - available)
  return { heldAgain: available + onSale.quantity, fee: fee + onSale.fee }
}

/**
 * Takes up to `missing` of a living sell order off sale. Its coin and fee stay in the seller's
 * escrow and now belong to the trade. The order is smaller by them, as if its owner had taken them
 * back.
 */
async function takeOffSale(
  tx: Tx,
  { order, now }: Case,
  missing: bigint,
): Promise<{ quantity: bigint; fee: bigint }> {
  const quantity = missing < order.available ? missing : order.available
  if (order.side === 'buy' || !orderLivesOn(order.life) || quantity <= 0n)
    return { quantity: 0n, fee: 0n }
  const fee = feeOfTake(quantity, order.inTrade + order.dealt, order.feeTaken, order.feeBps)
  const before = quantitiesOf(order)
  const left = orderMoves.failed(orderMoves.taken(before, quantity), quantity, false)
  const taken = { ...order, feeTaken: order.feeTaken + fee }
  const fees = await feesAfter(tx, { order: taken, held: fee, fee: 0n, staysOnSale: false }, left)
  const isOver = left.available === 0n && left.inTrade === 0n
  await saveOrder(tx, order.id, {
    ...left,
    ...fees,
    ...(isOver ? { ...completed(order, now), feeHeld: 0n } : {}),
  })
  // What an order holds beyond the fees of its rest goes with the last of it.
  return { quantity, fee: isOver ? fee + fees.feeHeld : fee }
}

/** Ends what was held again: up to `wished` of it goes to the buyer, the rest to the seller. */
export async function endHeldAgain(
  tx: Tx,
  context: OtcDeps,
  { trade, order }: Case,
  wished: bigint,
): Promise<SplitAmounts> {
  const held = trade.heldAgain ?? 0n
  const { released, ...amounts } = lateAmounts(trade, { held, wished, feeBps: order.feeBps })
  const { sellerId } = trade
  const transfers = [
    ...release(trade.id, trade.buyerId, { sellerId, quantity: released, fee: amounts.fee }),
    ...giveBack(referenceOf(trade), {
      sellerId,
      quantity: held - released,
      fee: trade.fee - amounts.fee,
    }),
  ]
  if (transfers.length > 0) await context.ledger.post(tx, transfers)
  return amounts
}
