import { guidePrice, splitRecords } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

/** Two years of daily settlements: more than a phone can show distinctly. */
const SETTLEMENTS = 730

export const historyQuery = queryOptions({
  queryKey: ['pricing', 'history'],
  queryFn: ({ signal }) => api.ask(guidePrice, { query: { settlements: SETTLEMENTS } }, { signal }),
})

export const splitsQuery = queryOptions({
  queryKey: ['pricing', 'splits'],
  queryFn: ({ signal }) => api.ask(splitRecords, {}, { signal }),
})
