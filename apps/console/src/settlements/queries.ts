import { type AnswerOf, settlementRun, settlementRuns } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Run = AnswerOf<typeof settlementRuns>['items'][number]
export type OpenRun = AnswerOf<typeof settlementRun>

export const runsQuery = pagesQuery(['settlements', 'list'], settlementRuns)
export const runQuery = (period: string) =>
  askQuery(['settlements', 'one', period], settlementRun, { query: { period } })

/** A run that is under way is read again so often. */
const underWayMs = 2_000

/** When an open run is read again: soon while it goes on, never once it is published. */
export const rereadAfter = (state: Run['state'] | undefined): number | false =>
  state === 'running' || state === 'due' ? underWayMs : false
