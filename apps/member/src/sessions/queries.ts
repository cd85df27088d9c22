import { security, sessionEnd, sessionList } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { askQuery, type EndedSession } from '../shell/index.ts'
import { keptWords } from '../shell/kept-words.ts'

export const sessionsQuery = askQuery(['sessions', 'list'], sessionList)

/** Why the server has ended a session. The query key is the account, because a token must not be part of it. */
export const endQuery = (ended: EndedSession | null) =>
  askQuery(['sessions', 'end', ended?.uuid], sessionEnd, { body: { token: ended?.token ?? '' } })

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = askQuery(['sessions', 'security'], security)

/** Whether the words of an account are stored on this device; the key is the one that their module uses. */
export const keptHereQuery = (accountId = '') =>
  queryOptions({
    queryKey: ['identity', 'keptHere', accountId],
    queryFn: () => keptWords.has(accountId),
    staleTime: 0,
  })
