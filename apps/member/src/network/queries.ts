import {
  distributionStatus,
  incomeStatistics,
  inviteeList,
  me,
  networkOverview,
  networkSearch,
  networkTree,
  placementPreview,
  type SideChoice,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging, queryClient } from '../shell/index.ts'

/** Own code and nickname; the key is the identity module's: one response serves every page. */
export const meQuery = queryOptions({
  queryKey: ['identity', 'me'],
  queryFn: ({ signal }) => api.ask(me, {}, { signal }),
})

/** Whether the member may share posters; the key is that of the call's module. */
export const statusQuery = queryOptions({
  queryKey: ['distribution', 'status'],
  queryFn: ({ signal }) => api.ask(distributionStatus, {}, { signal }),
})

/** What all members came out with, for the poster. */
export const incomeQuery = queryOptions({
  queryKey: ['statistics', 'income'],
  queryFn: ({ signal }) => api.ask(incomeStatistics, {}, { signal }),
})

/** The tree is counted again every few seconds; a visible page refetches at this interval. */
const COUNTED_EVERY_MS = 15_000

export const overviewQuery = queryOptions({
  queryKey: ['network', 'overview'],
  queryFn: ({ signal }) => api.ask(networkOverview, {}, { signal }),
  refetchInterval: COUNTED_EVERY_MS,
})

/** A member of the own subtree and three levels below. */
export const branchQuery = (path: string) =>
  queryOptions({
    queryKey: ['network', 'tree', path],
    queryFn: ({ signal }) => api.ask(networkTree, { query: { path } }, { signal }),
  })

/** The maximum page size of the server: pending members are chosen from a visible list. */
const MOST_WAITING = 100

export const waitingQuery = queryOptions({
  queryKey: ['network', 'waiting'],
  queryFn: ({ signal }) =>
    api.ask(inviteeList, { query: { filter: 'waiting', limit: MOST_WAITING } }, { signal }),
})

export const inviteesQuery = (filter: 'all' | 'waiting' | 'placed') =>
  infiniteQueryOptions({
    queryKey: ['network', 'invitees', filter],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        inviteeList,
        {
          query: {
            ...(filter === 'all' ? {} : { filter }),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    ...paging,
  })

export const previewQuery = (invitee: string, choice: SideChoice) =>
  queryOptions({
    queryKey: ['network', 'preview', invitee, choice],
    queryFn: ({ signal }) => api.ask(placementPreview, { query: { invitee, choice } }, { signal }),
    staleTime: 0,
  })

export const searchQuery = (nickname: string) =>
  queryOptions({
    queryKey: ['network', 'search', nickname],
    queryFn: ({ signal }) => api.ask(networkSearch, { query: { nickname } }, { signal }),
    enabled: nickname.trim() !== '',
  })

/** To be called after a change of the own requests. */
export const networkChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['network'] })
