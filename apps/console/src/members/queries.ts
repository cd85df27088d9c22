import * as domain from '@banyan/domain'
import { keepPreviousData } from '@tanstack/react-query'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type ListedMember = domain.AnswerOf<typeof domain.findMembers>['items'][number]
export type Member = domain.AnswerOf<typeof domain.readMember>
export type ClearData = domain.AnswerOf<typeof domain.unmaskMember>
export type MemberProposal = Member['proposals'][number]
export type MemberPlace = NonNullable<domain.AnswerOf<typeof domain.memberNetwork>['place']>

/** Members by what was typed; the last answer stays while the next one is on its way. */
export const membersQuery = (find: string) => ({
  ...pagesQuery(['members', 'found', find], domain.findMembers, {
    query: find === '' ? {} : { find },
  }),
  placeholderData: keepPreviousData,
})

export const memberQuery = (id: string) =>
  askQuery(['members', 'one', id], domain.readMember, { params: { id } })

export const sessionsQuery = (id: string) =>
  askQuery(['members', 'sessions', id], domain.memberSessions, { params: { id } })

export const networkQuery = (id: string) =>
  askQuery(['members', 'network', id], domain.memberNetwork, { params: { id } })

/** Appeals of suspended distributed members that wait. */
export const statusAppealsQuery = askQuery(['members', 'statusAppeals'], domain.statusAppealList, {
  query: { limit: 100 },
})

const key = (name: string, id: string) => ['members', name, id]
const of = (id: string) => ({ params: { id } })

/** The sections that are lists. */
export const sectionQueries = {
  recharges: (id: string) => pagesQuery(key('recharges', id), domain.memberRecharges, of(id)),
  withdrawals: (id: string) => pagesQuery(key('withdrawals', id), domain.memberWithdrawals, of(id)),
  subscriptions: (id: string) =>
    pagesQuery(key('subscriptions', id), domain.memberSubscriptions, of(id)),
  positions: (id: string) => pagesQuery(key('positions', id), domain.memberPositions, of(id)),
  redemptions: (id: string) => pagesQuery(key('redemptions', id), domain.memberRedemptions, of(id)),
  orders: (id: string) => pagesQuery(key('orders', id), domain.memberOrders, of(id)),
  trades: (id: string) => pagesQuery(key('trades', id), domain.memberTrades, of(id)),
  cases: (id: string) => pagesQuery(key('cases', id), domain.memberCases, of(id)),
  conversations: (id: string) =>
    pagesQuery(key('conversations', id), domain.memberConversations, of(id)),
  feedback: (id: string) => pagesQuery(key('feedback', id), domain.memberFeedback, of(id)),
}
