import type { Tx } from '../../platform/database/connect.ts'

/** Quantities and prices that a split converts. */
export interface SplitPart {
  /**
   * Converts open orders and live trades to the units of a split, in its transaction and before it.
   */
  rescaleBook(tx: Tx, split: { multiple: number; epoch: number }): Promise<void>
}
