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
import { askQuery, pagesQuery, queryClient } from '../shell/index.ts'

/** Own code and nickname; the key is the identity module's: one response serves every page. */
export const meQuery = askQuery(['identity', 'me'], me)

/** Whether the member may share posters; the key is that of the call's module. */
export const statusQuery = askQuery(['distribution', 'status'], distributionStatus)

/** What all members came out with, for the poster. */
export const incomeQuery = askQuery(['statistics', 'income'], incomeStatistics)

/** The tree is counted again every few seconds; a visible page refetches at this interval. */
const COUNTED_EVERY_MS = 15_000

export const overviewQuery = {
  ...askQuery(['network', 'overview'], networkOverview),
  refetchInterval: COUNTED_EVERY_MS,
}

/** A member of the own subtree and three levels below. */
export const branchQuery = (path: string) =>
  askQuery(['network', 'tree', path], networkTree, { query: { path } })

/** The maximum page size of the server: pending members are chosen from a visible list. */
const MOST_WAITING = 100

export const waitingQuery = askQuery(['network', 'waiting'], inviteeList, {
  query: { filter: 'waiting', limit: MOST_WAITING },
})

export const inviteesQuery = (filter: 'all' | 'waiting' | 'placed') =>
  pagesQuery(['network', 'invitees', filter], inviteeList, {
    query: { ...(filter === 'all' ? {} : { filter }) },
  })

export const previewQuery = (invitee: string, choice: SideChoice) => ({
  ...askQuery(['network', 'preview', invitee, choice], placementPreview, {
    query: { invitee, choice },
  }),
  staleTime: 0,
})

export const searchQuery = (nickname: string) => ({
  ...askQuery(['network', 'search', nickname], networkSearch, { query: { nickname } }),
  enabled: nickname.trim() !== '',
})

/** To be called after a change of the own requests. */
export const networkChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['network'] })
