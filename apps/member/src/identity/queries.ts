import {
  about,
  emailStatus,
  getReceivingAccount,
  inviter,
  me,
  security,
  solvency,
} from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const meQuery = queryOptions({
  queryKey: ['identity', 'me'],
  queryFn: ({ signal }) => api.ask(me, {}, { signal }),
})

export const receivingAccountQuery = queryOptions({
  queryKey: ['identity', 'receivingAccount'],
  queryFn: ({ signal }) => api.ask(getReceivingAccount, {}, { signal }),
})

/** Where nobody can join is a fact of the deployment; public. */
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whose invitation code this is; public. */
export const inviterQuery = (code: string) =>
  queryOptions({
    queryKey: ['identity', 'inviter', code],
    queryFn: ({ signal }) => api.ask(inviter, { query: { code } }, { signal }),
  })

// The keys are those of the rooms that these calls belong to: one answer serves every page.

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = queryOptions({
  queryKey: ['sessions', 'security'],
  queryFn: ({ signal }) => api.ask(security, {}, { signal }),
})

export const emailQuery = queryOptions({
  queryKey: ['verification', 'email'],
  queryFn: ({ signal }) => api.ask(emailStatus, {}, { signal }),
})

/** Whether all that is owed is there. */
export const solvencyQuery = queryOptions({
  queryKey: ['solvency', 'newest'],
  queryFn: ({ signal }) => api.ask(solvency, {}, { signal }),
})
