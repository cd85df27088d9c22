import type { AnswerOf, WithdrawalState } from '@banyan/domain'
import {
  collectionStatus,
  payoutStatus,
  refillList,
  withdrawalForOperator,
  withdrawalQueue,
  withdrawalTotals,
} from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { askQuery, pagesQuery, readingWithin } from '../shell/index.ts'
import type { WithdrawalFilter } from './filter.ts'
import { keptKey } from './key-store.ts'

export type QueuedWithdrawal = AnswerOf<typeof withdrawalQueue>['items'][number]
export type OpenWithdrawal = AnswerOf<typeof withdrawalForOperator>

/** What has not ended, the oldest first; or what the filter asks for. */
export const withdrawalsQuery = (filter: WithdrawalFilter) =>
  pagesQuery(['withdrawals', 'list', filter], withdrawalQueue, { query: filter })

/** The number and the sum of what the filter asks for, of all pages. */
export const totalsQuery = (filter: WithdrawalFilter) =>
  askQuery(['withdrawals', 'totals', filter], withdrawalTotals, { query: filter })

export const queuedQuery = (state: WithdrawalState) =>
  askQuery(['withdrawals', 'queue', state], withdrawalQueue, { query: { state, limit: 100 } })

export const withdrawalQuery = (id: string) =>
  askQuery(['withdrawals', 'one', id], withdrawalForOperator, { params: { id } })

export const payoutsQuery = {
  ...askQuery(['withdrawals', 'payouts'], payoutStatus),
  ...readingWithin,
}
export const collectionQuery = {
  ...askQuery(['withdrawals', 'collection'], collectionStatus, { query: { limit: 1 } }),
  ...readingWithin,
}

export const refillsQuery = askQuery(['withdrawals', 'refills'], refillList)

/** Whether this device has the operator's signing key. */
export const keyQuery = (name: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'key', name],
    queryFn: async () => ({ key: globalThis.isSecureContext ? await keptKey(name) : null }),
    refetchInterval: false,
  })
