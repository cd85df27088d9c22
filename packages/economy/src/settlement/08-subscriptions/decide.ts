import { sum } from '../../amounts.ts'
import { stopsFilling } from '../../earlier/income.ts'
import type { Parameters } from '../../parameters.ts'
import { entryPrice } from '../../price.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { fillSubscriptions } from './subscription.ts'

/** Step 8: Pbuy, and the orders that are filled at it. */
export const subscriptions: Step = {
  number: 8,
  name: 'subscriptions',
  decide: [({ books }, _, p) => ({ entryPrice: entryPrice(books, p) }), takeSubscriptions],
}

function takeSubscriptions(
  { books }: Workings,
  input: SettlementInput,
  p: Parameters,
): Partial<Workings> {
  if (stopsFilling(input.largestUnapproved ?? 0n, input.books.reserve, p)) return {}
  const fills = fillSubscriptions(input.orders, books, p)
  return {
    fills,
    books: {
      ...books,
      reserve: books.reserve + sum(fills.map(({ filled }) => filled)),
      outstanding: books.outstanding + sum(fills.map(({ quantity }) => quantity)),
    },
  }
}
