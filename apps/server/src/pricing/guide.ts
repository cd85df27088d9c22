import type { Price } from '@banyan/domain'
import type { GuidePriceRow } from './store.ts'

/** The prices in force, micro-USDT per LEAF. */
export interface Guide {
  price: bigint
  exitPrice: bigint
  /** Null before the first settlement: the price is then the first one of the rule book. */
  publishedAt: Date | null
}

/** The guide price that the newest settlement published. Rule book 2.2. */
export const guideOf = (newest: GuidePriceRow | undefined, firstPrice: Price): Guide =>
  newest ?? { price: firstPrice, exitPrice: firstPrice, publishedAt: null }
