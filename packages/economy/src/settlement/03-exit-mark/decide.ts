import { exitPrice } from '../../price.ts'
import type { Step } from '../step.ts'

/** Step 3: Pexit, the price of fee coins, exchanges and undos. */
export const exitMark: Step = {
  number: 3,
  name: 'exit mark',
  decide: [({ books }, _, p) => ({ exitPrice: exitPrice(books, p) })],
}
