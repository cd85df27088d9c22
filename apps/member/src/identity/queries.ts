import { getReceivingAccount, inviter, me } from '@banyan/domain'
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

/** Whose invitation code this is; public. */
export const inviterQuery = (code: string) =>
  queryOptions({
    queryKey: ['identity', 'inviter', code],
    queryFn: ({ signal }) => api.ask(inviter, { query: { code } }, { signal }),
  })
