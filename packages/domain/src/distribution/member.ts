import { defineMachine } from '../contract/machine.ts'

/** A member's state on the way to receiving network pay. Rule book 2.9. */
export const distributedStates = ['none', 'applied', 'active', 'suspended'] as const
export type DistributedState = (typeof distributedStates)[number]

export const distributedEvents = [
  'apply',
  'accept',
  'leave',
  'suspend',
  'appeal',
  'reinstate',
  'revoke',
] as const
export type DistributedEvent = (typeof distributedEvents)[number]
/** What two operators do with a member's status, one proposing and another approving. */
export const statusActs = [
  'suspend',
  'reinstate',
  'revoke',
] as const satisfies readonly DistributedEvent[]
export type StatusAct = (typeof statusActs)[number]
export const distributedActors = ['member', 'settlement', 'operator'] as const
export type DistributedActor = (typeof distributedActors)[number]

/**
 * Costs nothing in any state. An applicant meets all conditions; the next cut-off checks them once
 * more and accepts, so nobody is paid for a run that was under way. A suspension has a reason and
 * can be appealed once; the operator's decision then has a reason, too. It cannot be left: who
 * leaves may apply again, and would be free of it at the next cut-off.
 */
export const distributedMachine = defineMachine<
  DistributedState,
  DistributedEvent,
  DistributedActor
>({
  none: {
    apply: { by: ['member'], to: 'applied' },
  },
  applied: {
    accept: { by: ['settlement'], to: 'active' },
    leave: { by: ['member'], to: 'none' },
    revoke: { by: ['operator'], to: 'none' },
  },
  active: {
    leave: { by: ['member'], to: 'none' },
    suspend: { by: ['operator'], to: 'suspended' },
  },
  suspended: {
    appeal: { by: ['member'], to: 'suspended' },
    reinstate: { by: ['operator'], to: 'active' },
    revoke: { by: ['operator'], to: 'none' },
  },
})
