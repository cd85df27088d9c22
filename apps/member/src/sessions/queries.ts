import { security, sessionList } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'
import { keptWords } from '../shell/kept-words.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => api.ask(sessionList, {}, { signal }),
})

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = queryOptions({
  queryKey: ['sessions', 'security'],
  queryFn: ({ signal }) => api.ask(security, {}, { signal }),
})

/** Whether the words of an account are kept on this device; the key is the one that their room uses. */
export const keptHereQuery = (accountId = '') =>
  queryOptions({
    queryKey: ['identity', 'keptHere', accountId],
    queryFn: () => keptWords.has(accountId),
    staleTime: 0,
  })
