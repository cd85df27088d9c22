import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { bothLanguages, decimal, instant, pageOf, pageQuery, personText } from '../contract/wire.ts'
import { insiderRoles, statusAppeal } from '../distribution/endpoints.ts'
import {
  distributedActors,
  distributedEvents,
  distributedStates,
  statusActs,
} from '../distribution/member.ts'
import { accountId } from '../identity/inputs.ts'
import { proposalView } from '../proposals/view.ts'
import { freeze } from '../sessions/password-endpoints.ts'
import { assetBalance } from '../wallets/endpoints.ts'
import { memberReaders, sessionEnders, unmaskers } from './roles.ts'

const params = z.strictObject({ id: accountId })

/** A frozen account stays so until two operators open it; a closed one stays closed. */
export const memberStates = ['active', 'frozen', 'closing', 'closed'] as const
export type MemberState = (typeof memberStates)[number]

/** A member in a list. The e-mail address is masked. */
const listedMember = z.object({
  accountId: z.string(),
  nickname: z.string(),
  inviteCode: z.string(),
  state: z.enum(memberStates),
  /** Null where none is bound. */
  email: z.string().nullable(),
  joinedAt: instant,
})

/**
 * `find` is an account ID or its beginning, a part of a nickname, an invitation code, an e-mail
 * address, an address of a chain, or the id or number of a recharge, withdrawal, order, trade, case,
 * subscription, position, redemption, conversation or feedback. Without it: everybody, the newest
 * first. An arbitrator finds only the parties of open cases that they hear.
 */
export const findMembers = endpoint({
  id: 'members.find',
  path: '/api/operator/members',
  access: 'operator',
  roles: memberReaders,
  summary: 'Members by what was typed, the newest first, with personal data masked.',
  query: z.strictObject({ ...pageQuery, find: personText(120).optional() }),
  answer: pageOf(listedMember),
})

/** What an operator may do on a member's page now. */
export const memberMoves = ['unmask', 'endSessions', 'freeze', 'open', ...statusActs] as const
export type MemberMove = (typeof memberMoves)[number]

/** Where a buyer pays the member; each masked. */
const receiving = z.object({
  bsc: z.string().nullable(),
  tron: z.string().nullable(),
  contact: z.string().nullable(),
  changedAt: instant,
})

/** A member's status as a distributed member, with its acts, the newest first. */
const distributed = z.object({
  state: z.enum(distributedStates),
  /** When the state began; null for none. */
  since: instant.nullable(),
  /** Why operators suspended or revoked; null without such an act. */
  reason: bothLanguages.nullable(),
  appeal: statusAppeal.nullable(),
  acts: z.array(
    z.object({
      event: z.enum(distributedEvents),
      actor: z.enum(distributedActors),
      at: instant,
      /** The reason of operators; null for the others. */
      reason: bothLanguages.nullable(),
    }),
  ),
})
export const readMember = endpoint({
  id: 'members.read',
  path: '/api/operator/members/:id',
  access: 'operator',
  roles: memberReaders,
  summary:
    'One member: identity with personal data masked, state, freezes, balances, and what was proposed about the account.',
  params,
  answer: listedMember.extend({
    country: z.string(),
    frozenAt: instant.nullable(),
    closingAt: instant.nullable(),
    closedAt: instant.nullable(),
    emailBoundAt: instant.nullable(),
    /** Null where none is entered. */
    receiving: receiving.nullable(),
    passwordsChangedAt: instant.nullable(),
    /** Freezes after security changes, which end by themselves. */
    freezes: z.array(freeze),
    /** Since when the account is on the public list of the platform's own; null when it is not. */
    insider: z.object({ role: z.enum(insiderRoles), since: instant }).nullable(),
    assets: z.array(assetBalance),
    totalValue: decimal,
    distributed,
    /** Proposals about the account and about the status, the newest first. */
    proposals: z.array(proposalView),
    moves: z.array(z.enum(memberMoves)),
  }),
  refusals: ['memberUnknown', 'memberNotInCase'],
})

/** Personal data in clear. The audit log has who read it, of whom, and why. */
export const unmaskMember = endpoint({
  id: 'members.unmask',
  method: 'POST',
  path: '/api/operator/members/:id/unmask',
  access: 'operator',
  roles: unmaskers,
  summary: "Read a member's personal data in clear; the audit log has the reason.",
  params,
  body: z.strictObject({ reason: personText(500) }),
  answer: z.object({
    email: z.string().nullable(),
    receiving: receiving.nullable(),
    /** Recharge addresses of the member, the newest first. */
    rechargeAddresses: z.array(z.string()),
    /** Addresses that the member has withdrawn to or entered, with the member's names of them. */
    withdrawalAddresses: z.array(z.object({ address: z.string(), label: z.string().nullable() })),
  }),
  refusals: ['memberUnknown', 'memberNotInCase', 'memberIsYou'],
})

/** Logs a member out everywhere; the audit log has the reason. */
export const endMemberSessions = endpoint({
  id: 'members.endSessions',
  method: 'POST',
  path: '/api/operator/members/:id/sessions/end',
  access: 'operator',
  roles: sessionEnders,
  summary: 'End all sessions of a member; every device has to log in again.',
  params,
  body: z.strictObject({ reason: personText(500) }),
  answer: z.object({ ended: z.number().int() }),
  refusals: ['memberUnknown', 'memberIsYou'],
})
