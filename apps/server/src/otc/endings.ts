import { orderMoves } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { type OrderRow, quantitiesOf, saveOrder } from './order-store.ts'
import { giveBack, release } from './postings.ts'
import type { TradeRow } from './trade-store.ts'
import type { OtcNeighbours } from './world.ts'

/**
 * What comes of a trade's escrow, micro-LEAF. `toBuyer` of its quantity, with `fee` of the fee that
 * was held; the rest of both goes back: to the order, where that lives on, or to the seller.
 * `sellersRest` sends it to the seller although the order lives, as a ruling does.
 */
export interface Ending {
  toBuyer: bigint
  fee: bigint
  sellersRest?: boolean
  /** The buyer gave the trade up or let it lapse. */
  buyersFault?: boolean
}

/** Ends a trade's escrow, once: the coin, and the quantities of its order, which the caller has locked. */
export async function endEscrow(
  tx: Tx,
  world: OtcNeighbours,
  { trade, order }: { trade: TradeRow; order: OrderRow; now: Date },
  { toBuyer, fee, sellersRest = false }: Ending,
): Promise<void> {
  const rest = trade.quantity - toBuyer
  const back = order.cancelledAt === null && !sellersRest && toBuyer === 0n
  const transfers = [
    ...release(trade.id, trade.buyerId, { sellerId: trade.sellerId, quantity: toBuyer, fee }),
    ...(back
      ? []
      : giveBack(`trade:${trade.id}`, {
          sellerId: trade.sellerId,
          quantity: rest,
          fee: trade.fee - fee,
        })),
  ]
  if (transfers.length > 0) await world.ledger.post(tx, transfers)
  await saveOrder(tx, order.id, {
    ...orderMoves.failed(orderMoves.dealt(quantitiesOf(order), toBuyer), rest, back),
    feeTaken: order.feeTaken - (trade.fee - fee),
    ...(back ? {} : { feeHeld: order.feeHeld - trade.fee }),
  })
}
