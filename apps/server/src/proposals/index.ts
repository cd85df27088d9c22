import type { AnswerOf, getProposal } from '@banyan/domain'
import type { Module, Platform } from '../platform/module.ts'
import type { ProposalContext } from './context.ts'
import { type Asker, proposalRoutes, viewsOf } from './routes.ts'
import { newestProposals } from './store.ts'

export type { ProposalContext } from './context.ts'

/** Proposals: one operator proposes, another decides, and each proposal ends once. */
export interface Proposals {
  module: Module
  /** The newest proposals to freeze or open a member's account, as the operator reads them. */
  accountFreezesOf(memberId: string, asker: Asker): Promise<AnswerOf<typeof getProposal>[]>
}

/** A member's page shows so many. */
const SHOWN_OF_MEMBER = 10

/** Opens the proposals module. */
export const openProposals = ({ database }: Platform, context: ProposalContext): Proposals => ({
  module: { routes: proposalRoutes(database, context) },
  accountFreezesOf: async (memberId, asker) => {
    const ids = await context.accountFreezes.ofMember(database, memberId)
    const rows = await newestProposals(database, ids, SHOWN_OF_MEMBER)
    return viewsOf(database, context, rows, asker)
  },
})
