import type { Module, Platform } from '../platform/module.ts'
import type { ProposalContext } from './context.ts'
import { proposalRoutes } from './routes.ts'

export type { ProposalContext } from './context.ts'

/** What two operators must agree on: one proposes, another decides, and it ends once. */
export const openProposals = (
  { database }: Platform,
  context: ProposalContext,
): { module: Module } => ({
  module: { routes: proposalRoutes(database, context) },
})
