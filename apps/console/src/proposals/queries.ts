import { type AnswerOf, getProposal, type ProposalState, proposalList } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Proposal = AnswerOf<typeof getProposal>
export type Subject = Proposal['subject']

export const proposalsQuery = (state?: ProposalState) =>
  pagesQuery(['proposals', 'list', state ?? ''], proposalList, { query: state ? { state } : {} })
export const openProposalsQuery = askQuery(['proposals', 'queue'], proposalList, {
  query: { state: 'open', limit: 100 },
})
export const proposalQuery = (id: string) =>
  askQuery(['proposals', 'one', id], getProposal, { params: { id } })
