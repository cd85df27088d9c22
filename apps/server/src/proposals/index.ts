import type { Platform, Room } from '../platform/room.ts'
import { proposalRoutes } from './routes.ts'
import type { ProposalWorld } from './world.ts'

export type { ProposalWorld } from './world.ts'

/** What two operators must agree on: one proposes, another decides, and it ends once. */
export const openProposals = ({ database }: Platform, world: ProposalWorld): { room: Room } => ({
  room: { routes: proposalRoutes(database, world) },
})
