import { type AnswerOf, lossList, ownLosses } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export type Sharing = AnswerOf<typeof lossList>['items'][number]
export type OwnLoss = AnswerOf<typeof ownLosses>['items'][number]

export const lossesQuery = queryOptions({
  queryKey: ['losses', 'all'],
  queryFn: ({ signal }) => api.ask(lossList, {}, { signal }),
})

export const ownLossesQuery = queryOptions({
  queryKey: ['losses', 'own'],
  queryFn: ({ signal }) => api.ask(ownLosses, {}, { signal }),
})
