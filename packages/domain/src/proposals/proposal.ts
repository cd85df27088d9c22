import { defineMachine } from '../contract/machine.ts'
import type { OperatorRole } from '../operators/roles.ts'

/** What one operator proposes and another decides. */
export const proposalKinds = [
  'rules',
  'receipt',
  'cost',
  'shortfall',
  'sharing',
  'operator',
  'insider',
  'wind_down',
  'wind_down_cancel',
  'explanation',
  'withdrawal_void',
  'deposit_key',
  'factor_reset',
  'account_freeze',
  'operator_end',
  'distributed_status',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

export const proposalStates = ['open', 'approved', 'refused', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

export const proposalEvents = ['approve', 'refuse', 'withdraw'] as const
export type ProposalEvent = (typeof proposalEvents)[number]

/** An operator's relation to a proposal: its author, or somebody whose role decides on its kind. */
export type ProposalActor = 'proposer' | 'decider'

/**
 * A proposal that needs two people ends once: nobody approves their own, and nobody else withdraws
 * it for the author. Security 4.11.
 */
export const proposalMachine = defineMachine<ProposalState, ProposalEvent, ProposalActor>({
  open: {
    approve: { by: ['decider'], to: 'approved' },
    refuse: { by: ['decider'], to: 'refused' },
    withdraw: { by: ['proposer'], to: 'withdrawn' },
  },
  approved: {},
  refused: {},
  withdrawn: {},
})

interface KindRules {
  readonly propose: readonly OperatorRole[]
  readonly decide: readonly OperatorRole[]
}

/**
 * Who proposes and who decides, by kind: the table of security 4.11. Until it is decided a proposal
 * changes nothing, so its author may withdraw it.
 */
export const proposalRules: Readonly<Record<ProposalKind, KindRules>> = {
  rules: { propose: ['treasurer', 'administrator'], decide: ['administrator'] },
  receipt: { propose: ['treasurer'], decide: ['treasurer'] },
  cost: { propose: ['treasurer'], decide: ['treasurer'] },
  shortfall: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  sharing: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  operator: { propose: ['administrator'], decide: ['administrator'] },
  insider: { propose: ['administrator'], decide: ['administrator'] },
  wind_down: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  wind_down_cancel: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  explanation: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  withdrawal_void: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  deposit_key: {
    propose: ['treasurer', 'administrator'],
    decide: ['treasurer', 'administrator'],
  },
  factor_reset: { propose: ['administrator'], decide: ['administrator'] },
  operator_end: { propose: ['administrator'], decide: ['administrator'] },
  // Support asks, and an arbitrator about a party of an open case that they hear; who reviews
  // withdrawals, keeps money or administers decides.
  account_freeze: {
    propose: ['support', 'reviewer', 'arbitrator', 'treasurer', 'administrator'],
    decide: ['reviewer', 'treasurer', 'administrator'],
  },
  // It stops a member's pay: the same people as for a freeze.
  distributed_status: {
    propose: ['support', 'reviewer', 'arbitrator', 'treasurer', 'administrator'],
    decide: ['reviewer', 'treasurer', 'administrator'],
  },
}

/**
 * Kinds that rest on evidence: who approves one has opened its evidence before, by a call of its
 * own, which the audit log keeps.
 */
export const evidenceKinds: ReadonlySet<ProposalKind> = new Set([
  'receipt',
  'cost',
  'explanation',
  'shortfall',
  'wind_down',
])

/** Roles that read every proposal: they propose or decide most kinds. */
const readers: readonly OperatorRole[] = ['treasurer', 'administrator']

/** The kinds of proposals that a role reads: all, or those that it proposes or decides. */
export const proposalKindsOf = (role: OperatorRole): readonly ProposalKind[] =>
  proposalKinds.filter(
    kind =>
      readers.includes(role) ||
      proposalRules[kind].propose.includes(role) ||
      proposalRules[kind].decide.includes(role),
  )

/** What an operator may do with a proposal now; `isOwn`: they made it. */
export function proposalMoves(
  { kind, state, isOwn }: { kind: ProposalKind; state: ProposalState; isOwn: boolean },
  role: OperatorRole,
): ProposalEvent[] {
  if (isOwn) return proposalMachine.moves(state, 'proposer')
  return proposalRules[kind].decide.includes(role) ? proposalMachine.moves(state, 'decider') : []
}
