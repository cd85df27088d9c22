import type { Module, Platform } from '../platform/module.ts'
import type { ProposalContext } from './context.ts'
import { proposalRoutes } from './routes.ts'

export type { ProposalContext } from './context.ts'

/** Proposals: one operator proposes, another decides, and each proposal ends once. */
export const openProposals = (
  { database }: Platform,
  context: ProposalContext,
): { module: Module } => ({
  module: { routes: proposalRoutes(database, context) },
})
