import { disputeClauses, disputeStatistics } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

/** The clauses that rulings cite. They change with a release only. */
export const clausesQuery = {
  ...askQuery(['otc', 'clauses'], disputeClauses),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The outcomes of cases, month by month. */
export const statisticsQuery = askQuery(['otc', 'dispute-statistics'], disputeStatistics)
