import type { AnswerOf, getProposal } from '@banyan/domain'
import type { Module, Platform } from '../platform/module.ts'
import type { Asker, ProposalContext } from './context.ts'
import { proposalRoutes, viewsOf } from './routes.ts'
import { newestProposals } from './store.ts'

export type { ProposalContext } from './context.ts'

/** Proposals: one operator proposes, another decides, and each proposal ends once. */
export interface Proposals {
  module: Module
  /** The newest proposals about a member's account and status, as the operator reads them. */
  ofMember(memberId: string, asker: Asker): Promise<AnswerOf<typeof getProposal>[]>
}

/** A member's page shows so many. */
const SHOWN_OF_MEMBER = 10

/** Opens the proposals module. */
export const openProposals = ({ database }: Platform, context: ProposalContext): Proposals => ({
  module: { routes: proposalRoutes(database, context) },
  ofMember: async (memberId, asker) => {
    const { accountFreezes, distribution } = context
    const [freezes, decisions] = await Promise.all([
      accountFreezes.ofMember(database, memberId),
      distribution.statusDecisions.ofMembers(database, [memberId]),
    ])
    const ids = [...freezes, ...decisions.map(({ id }) => id)]
    const rows = await newestProposals(database, ids, SHOWN_OF_MEMBER)
    return viewsOf(database, context, rows, asker)
  },
})
