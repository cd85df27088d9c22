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

/** The countries where nobody can join are a setting of the deployment; public. */
export const aboutQuery = queryOptions({
  queryKey: ['house', 'about'],
  queryFn: ({ signal }) => api.ask(about, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The owner of this invitation code; public. */
export const inviterQuery = (code: string) =>
  queryOptions({
    queryKey: ['identity', 'inviter', code],
    queryFn: ({ signal }) => api.ask(inviter, { query: { code } }, { signal }),
  })

// The keys are those of the modules that these calls belong to: one response serves every page.

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = queryOptions({
  queryKey: ['sessions', 'security'],
  queryFn: ({ signal }) => api.ask(security, {}, { signal }),
})

export const emailQuery = queryOptions({
  queryKey: ['verification', 'email'],
  queryFn: ({ signal }) => api.ask(emailStatus, {}, { signal }),
})

/** Whether custody covers everything owed. */
export const solvencyQuery = queryOptions({
  queryKey: ['solvency', 'newest'],
  queryFn: ({ signal }) => api.ask(solvency, {}, { signal }),
})
