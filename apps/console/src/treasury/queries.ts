import type { CallInput } from '@banyan/client'
import {
  type AnswerOf,
  costList,
  type PlatformAccount,
  type ProposalKind,
  proposalList,
  receiptList,
  receiptTotals,
  strayTransferList,
  treasuryAccounts,
  treasuryStatement,
  unbookedCosts,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Receipt = AnswerOf<typeof receiptList>['items'][number]
export type Stray = AnswerOf<typeof strayTransferList>['items'][number]
export type Accounts = AnswerOf<typeof treasuryAccounts>
export type Account = Accounts['items'][number]
export type Line = AnswerOf<typeof treasuryStatement>['items'][number]
export type Proposal = AnswerOf<typeof proposalList>['items'][number]

/** A payment with what was said of it; `booked` is null before that. */
export type ShownCost = AnswerOf<typeof unbookedCosts>['items'][number] & {
  booked: Pick<
    AnswerOf<typeof costList>['items'][number],
    'payee' | 'reference' | 'evidence' | 'document' | 'bookedAt'
  > | null
}

export const costsQuery = pagesQuery(['treasury', 'costs'], costList)
export const unbookedCostsQuery = askQuery(['treasury', 'unbooked-costs'], unbookedCosts)
/** What narrows the list of receipts, as the address has it. */
export type ReceiptFilter = NonNullable<CallInput<typeof receiptTotals>['query']>
export const receiptsQuery = (filter: ReceiptFilter) =>
  pagesQuery(['treasury', 'receipts', filter], receiptList, { query: filter })
export const receiptTotalsQuery = (filter: ReceiptFilter) =>
  askQuery(['treasury', 'receipt-totals', filter], receiptTotals, { query: filter })
/** What waits to be classified, for the queue. */
export const waitingReceiptsQuery = askQuery(['treasury', 'waiting'], receiptList, {
  query: { booked: 'no', limit: 100 },
})
export const straysQuery = askQuery(['treasury', 'strays'], strayTransferList)
export const accountsQuery = askQuery(['treasury', 'accounts'], treasuryAccounts)
export const statementQuery = (account: PlatformAccount) =>
  pagesQuery(['treasury', 'statement', account], treasuryStatement, { query: { account } })
/** Open proposals of one kind, or of all. */
export const openProposalsQuery = (kind?: ProposalKind) =>
  askQuery(['treasury', 'proposals', kind ?? ''], proposalList, {
    query: { state: 'open', limit: 100, ...(kind ? { kind } : {}) },
  })
