import { formatAmount } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { publishedAmong } from './store.ts'
import type { RunSummary } from './summary.ts'

/** What a published settlement came to, as its page shows it. */
export interface PublishedFigures {
  price: string
  after: RunSummary['after'] | null
  /** A figure of a step; `0` where the step came to nothing. */
  figure(step: number, name: string): string
}

/** The figures of some published settlements, by period. */
export async function figuresOf(
  reader: Database,
  periods: readonly string[],
): Promise<Map<string, PublishedFigures>> {
  const runs = await publishedAmong(reader, periods)
  return new Map(
    runs.map(run => {
      const summary = run.summary as RunSummary | null
      const figure = (step: number, name: string): string =>
        summary?.steps.find(one => one.step === step)?.figures.find(one => one.name === name)
          ?.value ?? '0'
      return [
        run.period,
        { price: formatAmount(run.price, 6), after: summary?.after ?? null, figure },
      ]
    }),
  )
}
