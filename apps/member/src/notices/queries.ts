import { getNotice, noticeList } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

/** Notices, pinned ones first, with how many are unread. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(noticeList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  staleTime: 0,
  ...paging,
})

/** One notice in full. */
export const noticeQuery = (id: string) =>
  queryOptions({
    queryKey: ['notices', 'one', id],
    queryFn: ({ signal }) => api.ask(getNotice, { params: { id } }, { signal }),
  })
