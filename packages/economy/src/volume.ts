import type { Leaf, Price, Usdt } from '@banyan/domain'
import { worth } from './price.ts'

/** Volume of a fee: f = floor6(coins × Pexit), micro-USDT. Deposits, subscriptions and heads are never volume. Rule book 2.7. */
export const volumeOf = (coins: Leaf, exitPrice: Price): Usdt => worth(coins, exitPrice)
