import { type AnswerOf, ownWindDown, type WindDownView, windDowns } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export type { WindDownView }
export type Outcome = NonNullable<WindDownView['outcome']>
export type Passport = NonNullable<AnswerOf<typeof ownWindDown>['passport']>

export const windDownsQuery = queryOptions({
  queryKey: ['wind-down', 'all'],
  queryFn: ({ signal }) => api.ask(windDowns, {}, { signal }),
})

export const ownWindDownQuery = queryOptions({
  queryKey: ['wind-down', 'own'],
  queryFn: ({ signal }) => api.ask(ownWindDown, {}, { signal }),
})
