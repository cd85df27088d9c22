import { type AnswerOf, about, ownWindDown, type WindDownView, windDowns } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export type { WindDownView }
export type Outcome = NonNullable<WindDownView['outcome']>
export type Passport = NonNullable<AnswerOf<typeof ownWindDown>['passport']>

/** The notice on every page; asked again when the platform says that it has changed. */
export const noticeQuery = queryOptions({
  queryKey: ['wind-down', 'notice'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  select: ({ windDown }) => windDown,
  staleTime: 600_000,
})

export const windDownsQuery = queryOptions({
  queryKey: ['wind-down', 'all'],
  queryFn: ({ signal }) => api.ask(windDowns, {}, { signal }),
})

export const ownWindDownQuery = queryOptions({
  queryKey: ['wind-down', 'own'],
  queryFn: ({ signal }) => api.ask(ownWindDown, {}, { signal }),
})
