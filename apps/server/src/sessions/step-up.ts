import {
  type ActKind,
  type FreezeVerdict,
  judgeFrozen,
  type RefusalName,
  type StepUp,
  type StepUpFactor,
} from '@banyan/domain'
import { lineOfMember } from '../identity/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Caller } from '../platform/http/route.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { memberOf } from './change-password.ts'
import type { PasswordContext } from './context.ts'
import { proveLogin } from './login.ts'
import { knownSession } from './store.ts'
import { subjectHash } from './tokens.ts'

/** The factors that a caller has given for an act. */
export interface Given {
  stepUp: StepUp | undefined
  /** The act needs the payment password, and it was right. */
  paymentProven: boolean
}

const refusalOf: Readonly<Partial<Record<ActKind, RefusalName>>> = {
  takeOut: 'withdrawalsFrozen',
  sell: 'sellingFrozen',
  redirect: 'settingsFrozen',
}
const askedBy: Readonly<Record<StepUpFactor, RefusalName>> = {
  'login-password': 'stepUpByLogin',
  'payment-password': 'stepUpByPayment',
  words: 'stepUpByWords',
}

/**
 * Checks an act against the caller's freezes, by the domain's table. Compares the factor that the
 * table asks for and counts the try first. Throws the refusal of the act's kind with the cause and
 * the end, or the refusal of the comparison.
 */
export async function checkFreezes(
  context: PasswordContext,
  caller: Caller,
  act: ActKind,
  given: Given,
): Promise<void> {
  const live = await context.identity.liveFreezes(caller.memberId)
  const verdict = judgeFrozen(act, live)
  if (verdict.kind === 'free') return
  if (verdict.kind === 'refused') {
    const refusal = refusalOf[act]
    if (!refusal) throw new Error(`no refusal is known for ${act} being frozen`)
    return refuseBy(refusal, verdict)
  }
  const { factor } = verdict
  if (factor === 'payment-password' && given.paymentProven) return
  const { stepUp } = given
  if (!stepUp || (stepUp.by !== factor && stepUp.by !== 'words'))
    return refuseBy(askedBy[factor], verdict, { factor })
  await prove(context, caller, stepUp)
}

function refuseBy(
  refusal: RefusalName,
  { by }: Exclude<FreezeVerdict, { kind: 'free' }>,
  more: object = {},
): never {
  const { until, cause } = by
  return refuse(
    refusal,
    { until: inPlatformZone(until) },
    { until: until.toISOString(), cause, ...more },
  )
}

/** Compares the given factor. Refuses like a login, a payment password or a proof by words. */
async function prove(context: PasswordContext, caller: Caller, stepUp: StepUp): Promise<void> {
  const { identity, platform } = context
  const { memberId } = caller
  if (stepUp.by === 'payment-password')
    return identity.checkPaymentPassword(memberId, stepUp.paymentPassword)
  if (stepUp.by === 'words')
    return inTransaction(platform.database, async tx => {
      await identity.consumeChallenge(tx, { ...stepUp, purpose: 'confirm' })
      const owner = await identity.credentials.byPublicKey(tx, stepUp.publicKey)
      if (owner?.memberId !== memberId) refuse('wordsOfAnother')
    })
  await proveLoginPassword(context, caller, stepUp.loginPassword)
}

/** Counts a try at the caller's login password by their device, then compares. */
export async function proveLoginPassword(
  context: PasswordContext,
  { memberId, sessionId }: Caller,
  password: string,
): Promise<void> {
  const { identity, platform } = context
  const member = await memberOf(context, memberId)
  const session = await knownSession(platform.database, { id: sessionId })
  if (!session) throw new Error('the calling session does not exist')
  const place = { subject: subjectHash(member.accountId), bucket: session.device.deviceHash }
  await proveLogin(context, place, () =>
    identity.credentials.passwordFits(member, password, lineOfMember(memberId)),
  )
}
