import { blockList } from '@banyan/domain'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

/** Members whom the member has blocked, the latest first. */
export const blocksQuery = infiniteQueryOptions({
  queryKey: ['blocks', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(blockList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  ...paging,
})
