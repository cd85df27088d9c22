import { accountClosing, ownPictureList, personalData } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'

/** The newest export, and the space that pictures take up. */
export const personalDataQuery = queryOptions({
  queryKey: ['personalData', 'overview'],
  queryFn: ({ signal }) => api.ask(personalData, undefined, { signal }),
  staleTime: 0,
})

/** What must end before the account can be closed, and the state of a closing. */
export const closingQuery = queryOptions({
  queryKey: ['personalData', 'closing'],
  queryFn: ({ signal }) => api.ask(accountClosing, undefined, { signal }),
  staleTime: 0,
})

/** Own pictures, newest first. */
export const ownPicturesQuery = infiniteQueryOptions({
  queryKey: ['personalData', 'pictures'],
  queryFn: ({ signal, pageParam }) =>
    api.ask(ownPictureList, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  staleTime: 0,
  ...paging,
})
