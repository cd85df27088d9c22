import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { payStatic } from './static.ts'

/** Step 5: positions share the static pool. */
export const staticPay: Step = { number: 5, name: 'static pay', decide: [takeStatic] }

function takeStatic({ books }: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const statics = payStatic({ pool: books.poolStatic, positions: input.statics.positions }, p)
  return { statics, books: { ...books, poolStatic: statics.left } }
}
