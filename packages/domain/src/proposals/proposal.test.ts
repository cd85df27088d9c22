import { expect, test } from 'vitest'
import { operatorRoles } from '../operators/roles.ts'
import {
  proposalKinds,
  proposalKindsOf,
  proposalMoves,
  proposalRules,
  proposalStates,
} from './proposal.ts'

/** What support proposes and reviewers decide on, and all of the proposals that they read. */
const aboutMembers: readonly string[] = ['account_freeze', 'distributed_status']

test('nobody decides on their own proposal, and an ended one never changes', () => {
  for (const kind of proposalKinds)
    for (const state of proposalStates)
      for (const role of operatorRoles) {
        const own = proposalMoves({ kind, state, isOwn: true }, role)
        expect(own).toEqual(state === 'open' ? ['withdraw'] : [])
        const others = proposalMoves({ kind, state, isOwn: false }, role)
        const decides = state === 'open' && proposalRules[kind].decide.includes(role)
        expect(others).toEqual(decides ? ['approve', 'refuse'] : [])
      }
})

test('the roles are those of the table: only treasurers book income, only administrators change rules', () => {
  expect(proposalRules.receipt).toMatchObject({ propose: ['treasurer'], decide: ['treasurer'] })
  expect(proposalRules.rules.decide).toEqual(['administrator'])
  for (const [kind, { propose, decide }] of Object.entries(proposalRules))
    for (const role of ['support', 'reviewer', 'arbitrator'] as const)
      if (!aboutMembers.includes(kind)) expect([...propose, ...decide]).not.toContain(role)
})

test('support and arbitrators ask for a freeze or a suspension and do not decide on it', () => {
  for (const kind of ['account_freeze', 'distributed_status'] as const) {
    expect(proposalRules[kind].propose).toContain('support')
    expect(proposalRules[kind].decide).not.toContain('support')
    expect(proposalRules[kind].decide).not.toContain('arbitrator')
  }
  for (const role of ['support', 'reviewer', 'arbitrator'] as const)
    expect(proposalKindsOf(role)).toEqual(aboutMembers)
  for (const role of ['treasurer', 'administrator'] as const)
    expect(proposalKindsOf(role)).toEqual(proposalKinds)
})
