import { formatAmount } from '@banyan/domain'
import type { Books, SettlementResult } from '@banyan/economy'
import { eachStep, type StepFigures } from '../settlement/index.ts'

/** The result of one step of a run, in display order. */
interface StepSummary {
  step: number
  figures: { name: string; value: string }[]
}

/** A run for display: steps without an effect are left out, and so are zeros. */
export interface RunSummary {
  after: TextOfBooks
  steps: StepSummary[]
}

/** The sums of an outcome, as text: the content of a run's page without its million rows. */
export function summaryOf(result: SettlementResult): RunSummary {
  return {
    after: textOfBooks(result.books),
    steps: eachStep
      .map(({ number, figures }) => ({
        step: number,
        figures: figures ? textOfFigures(figures(result)) : [],
      }))
      .filter(({ figures }) => figures.length > 0),
  }
}

/** Without INCOME under rules that do not release it. */
type TextOfBooks = Record<Exclude<keyof Books, 'income'>, string> & { income?: string }

/** The house accounts as decimal text. */
export const textOfBooks = (books: Books): TextOfBooks => ({
  reserve: formatAmount(books.reserve),
  outstanding: formatAmount(books.outstanding),
  poolStatic: formatAmount(books.poolStatic),
  poolDynamic: formatAmount(books.poolDynamic),
  ops: formatAmount(books.ops),
  risk: formatAmount(books.risk),
  ...(books.income !== undefined && { income: formatAmount(books.income) }),
  shortfall: formatAmount(books.shortfall),
})

/** Without zeros. */
const textOfFigures = ({ amounts = {}, counts = {} }: StepFigures): StepSummary['figures'] => [
  ...Object.entries(amounts)
    .filter(([, amount]) => amount > 0n)
    .map(([name, amount]) => ({ name, value: formatAmount(amount) })),
  ...Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ name, value: `${count}` })),
]
