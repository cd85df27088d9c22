import { queryOptions } from '@tanstack/react-query'
import { vault } from './device-vault.ts'

/** Whether the words of an account are kept on this device: that much, and never the words. */
export const keptHereQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['identity', 'keptHere', accountId],
    queryFn: () => vault.has(accountId),
    staleTime: 0,
  })
