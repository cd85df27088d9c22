import type { Backing, Period } from '@banyan/economy'
import type { Tx } from '../../platform/database/connect.ts'

/** The published result of a settlement: R and N after it, and the prices they make. */
interface PublishedPrice extends Backing {
  period: Period
  price: bigint
  exitPrice: bigint
}

/** The guide price. */
export interface PricePart {
  /** Publishes a period's price as an event for everyone. A period has one price, for ever. */
  publish(tx: Tx, publication: PublishedPrice): Promise<void>
}

/** Prices that float with the guide price. */
export interface FloatingPricePart {
  /** Updates orders with floating prices to a guide price, in the transaction that publishes it. */
  floatPrices(tx: Tx, guidePrice: bigint): Promise<void>
}
