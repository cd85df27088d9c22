import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, pageOf, pageQuery, personText, rule, wireId } from '../contract/wire.ts'
import { statusActs } from '../distribution/member.ts'
import { accountId } from '../identity/inputs.ts'
import { proposalRules } from './proposal.ts'
import { proposalView } from './view.ts'

/* What two operators agree on about one member. */

/** What prevents freezing or opening an account, when it is proposed and when it is approved. */
export const freezeRefusals = ['freezeMemberUnknown', 'freezeNeedless', 'freezeAboutYou'] as const

/** Freezes a member's whole account on every device, or opens it again. */
export const proposeAccountFreeze = endpoint({
  id: 'proposals.proposeAccountFreeze',
  method: 'POST',
  path: '/api/operator/proposals/account-freezes',
  access: 'operator',
  roles: proposalRules.account_freeze.propose,
  summary:
    "Propose that a member's account is frozen or opened again; approved, it holds on every device at once.",
  money: true,
  body: z.strictObject({
    accountId,
    freezes: z.boolean(rule('wrongType')),
    why: personText(500),
  }),
  answer: proposalView,
  refusals: [...freezeRefusals, 'memberNotInCase'],
})

/** What prevents an act on a distributed member's status, when it is proposed and when it is approved. */
const statusRefusals = ['freezeMemberUnknown', 'freezeAboutYou', 'statusActNotNow'] as const

/** Stops a member's network pay, starts it again, or takes the status away; it answers an appeal. */
export const proposeDistributedStatus = endpoint({
  id: 'proposals.proposeDistributedStatus',
  method: 'POST',
  path: '/api/operator/proposals/distributed-statuses',
  access: 'operator',
  roles: proposalRules.distributed_status.propose,
  summary:
    'Propose that a distributed member is suspended, reinstated or loses the status, with the reason that the member reads; it answers an appeal that waits.',
  money: true,
  body: z.strictObject({
    accountId,
    act: z.enum(statusActs, rule('choice')),
    why: z.strictObject({ zh: personText(500), en: personText(500) }),
  }),
  answer: proposalView,
  refusals: [...statusRefusals, 'memberNotInCase'],
})

/** Appeals against suspensions that nobody has answered, the oldest first. */
export const statusAppealList = endpoint({
  id: 'proposals.statusAppeals',
  path: '/api/operator/status-appeals',
  access: 'operator',
  roles: ['support', 'reviewer', 'treasurer', 'administrator'],
  summary:
    'Suspended distributed members whose appeal waits for an answer, the longest wait first.',
  query: z.strictObject(pageQuery),
  answer: pageOf(
    z.object({
      accountId: z.string(),
      nickname: z.string(),
      text: z.string(),
      appealedAt: instant,
      suspendedAt: instant,
      /** The proposal that would answer it; null while nobody has made one. */
      proposalId: wireId('prp').nullable(),
      /** False for the caller's own account as a member. */
      mayPropose: z.boolean(),
    }),
  ),
})
