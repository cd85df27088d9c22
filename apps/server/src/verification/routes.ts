import {
  type AnswerOf,
  bindEmail as bindEndpoint,
  emailStatus,
  type memberCodePurposes,
  requestEmailCode,
} from '@banyan/domain'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { bindEmail, boundEmail, type FreezeAfterChange, isSameMailbox } from './addresses.ts'
import { type CodeContext, sendCode } from './codes.ts'
import { presentBound, presentSent } from './present.ts'
import type { Reader } from './store.ts'

export interface VerificationContext extends CodeContext {
  /** The account ID of a member, named in e-mails, masked. */
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  freezeAfterChange: FreezeAfterChange
}

/** The calls about the e-mail address. The dispatcher has checked the payment password. */
export const verificationRoutes = (context: VerificationContext): Route[] => [
  route(emailStatus, async ({ caller }): Promise<AnswerOf<typeof emailStatus>> => {
    const email = await boundEmail(context, context.database, caller.memberId)
    return { offered: context.mail.offered, bound: email && presentBound(email) }
  }),

  route(requestEmailCode, async ({ caller, body, locale }) => {
    const { memberId } = caller
    const { purpose } = body
    const address = await addressFor(context, memberId, purpose, body.address)
    const accountId = await context.accountIdOf(context.database, memberId)
    const asked = { account: { memberId }, purpose, address, locale, accountId, sends: true }
    return presentSent(address, await sendCode(context, asked))
  }),

  route(bindEndpoint, async ({ caller, body, locale }) => {
    const { memberId } = caller
    const { address, code, oldCode } = body
    const accountId = await context.accountIdOf(context.database, memberId)
    return presentBound(
      await bindEmail(context, { memberId, accountId, address, code, oldCode, locale }),
    )
  }),
]

/**
 * The address that a code of a purpose is sent to: the one to be bound, otherwise the bound one.
 */
async function addressFor(
  context: CodeContext,
  memberId: string,
  purpose: (typeof memberCodePurposes)[number],
  given: string | undefined,
): Promise<string> {
  const bound = await boundEmail(context, context.database, memberId)
  if (purpose === 'bind') {
    if (given === undefined)
      throw new Error('a code for a binding was asked for without an address')
    if (bound && isSameMailbox(bound.address, given)) refuse('emailSame')
    return given
  }
  if (!bound) return refuse('emailNotBound')
  if (purpose === 'reset-payment' && !bound.trusted) refuse('emailDistrusted')
  return bound.address
}
