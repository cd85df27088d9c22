import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { splitOf } from './split.ts'

/** Step 11: the coin splits when its price has reached the trigger. */
export const split: Step = { number: 11, name: 'split', decide: [takeSplit] }

function takeSplit({ books }: Workings, _: SettlementInput, p: Parameters): Partial<Workings> {
  const split = splitOf(books, p)
  return { split, books: { ...books, outstanding: split?.after ?? books.outstanding } }
}
