import {
  type AnswerOf,
  depositSeen,
  depositsOfMember,
  depositsSeen,
  depositTotals,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'
import type { SeenFilter } from './filter.ts'

export type SeenDeposit = AnswerOf<typeof depositsSeen>['items'][number]
export type OpenDeposit = AnswerOf<typeof depositSeen>

/** The number and the sum of what the filter asks for, of all pages. */
export const seenTotalsQuery = (filter: SeenFilter) =>
  askQuery(['deposits', 'totals', filter], depositTotals, { query: { ...filter } })
export const seenQuery = (filter: SeenFilter) =>
  pagesQuery(['deposits', 'list', filter], depositsSeen, { query: { ...filter } })
export const depositQuery = (id: string) =>
  askQuery(['deposits', 'one', id], depositSeen, { params: { id } })
export const ofMemberQuery = (account: string) => ({
  ...askQuery(['deposits', 'member', account], depositsOfMember, { query: { account, limit: 50 } }),
  enabled: /^\d{8}$/.test(account),
})
