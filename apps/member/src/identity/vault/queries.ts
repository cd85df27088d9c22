import { queryOptions } from '@tanstack/react-query'
import { vault } from './device-vault.ts'

/** Whether the words of an account are stored on this device; never the words themselves. */
export const keptHereQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['identity', 'keptHere', accountId],
    queryFn: () => vault.has(accountId),
    staleTime: 0,
  })
