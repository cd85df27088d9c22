import * as domain from '@banyan/domain'
import { judgeFrozen, wireIdOf } from '@banyan/domain'
import { inEvenTime } from '../platform/even-time.ts'
import { type Route, route } from '../platform/http/route.ts'
import { presentBound, presentSent } from '../verification/index.ts'
import { cancelReset, objectsTo } from './cancel-reset.ts'
import { changeLogin, changePayment } from './change-password.ts'
import type { PasswordContext } from './context.ts'
import { presentAsked, presentFreeze, presentLogin } from './present.ts'
import * as resets from './reset-password.ts'
import { knownSession } from './store.ts'

/** Several times the duration of sending a code. */
const CODE_STEP_MS = 100

/** The calls about passwords. */
export const passwordRoutes = (context: PasswordContext): Route[] => [
  route(domain.changeLoginPassword, async ({ caller, body, locale }) =>
    presentLogin(await changeLogin(context, caller, body, locale)),
  ),
  route(domain.changePaymentPassword, async ({ caller, body, locale }) => {
    await changePayment(context, caller, body, locale)
    return {}
  }),

  route(domain.resetLoginByWords, async ({ body, ip }) =>
    presentReset(await resets.loginByWords(context, body, ip)),
  ),
  // Queuing an e-mail takes a moment longer than queuing none. The answer time must not reveal who
  // has an account.
  route(domain.requestLoginResetCode, async ({ body, locale }) => {
    const send = () => resets.sendLoginCode(context, body, locale)
    return presentSent(body.address, await inEvenTime(CODE_STEP_MS, send))
  }),
  route(domain.resetLoginByEmail, async ({ body, ip }) =>
    presentReset(await resets.loginByEmail(context, body, ip)),
  ),
  route(domain.resetPaymentByWords, async ({ caller, body, locale }) =>
    presentReset(await resets.paymentByWords(context, caller, body, locale)),
  ),
  route(domain.resetPaymentByEmail, async ({ caller, body, locale }) =>
    presentReset(await resets.paymentByEmail(context, caller, body, locale)),
  ),
  route(domain.cancelReset, async ({ body, ip }) =>
    presentLogin(await cancelReset(context, body, ip)),
  ),

  route(domain.security, async ({ caller }) => {
    const { database } = context.platform
    const { memberId } = caller
    const email = await context.verification.email(database, memberId)
    const live = await context.identity.liveFreezes(memberId)
    const session = await knownSession(database, { id: caller.sessionId })
    const cancellable = await context.identity.passwords.cancellableResets(database, memberId)
    return {
      email: email && presentBound(email),
      freezes: {
        withdrawals: presentFreeze(judgeFrozen('takeOut', live)),
        sells: presentFreeze(judgeFrozen('sell', live)),
        settings: presentFreeze(judgeFrozen('redirect', live)),
        letsGo: presentAsked(judgeFrozen('letGo', live)),
      },
      resets: cancellable.map(reset => ({
        id: wireIdOf('rst', reset.id),
        password: reset.password,
        proof: reset.proof,
        madeAt: reset.madeAt.toISOString(),
        cancellableUntil: reset.cancellableUntil.toISOString(),
        cancellableHere: session !== undefined && objectsTo(session, reset),
      })),
    }
  }),
]

const presentReset = ({ accountId, frozenUntil }: resets.ResetDone) => ({
  accountId,
  frozenUntil: frozenUntil.toISOString(),
})
