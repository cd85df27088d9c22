import type { cancelReset as cancelEndpoint } from '@banyan/domain'
import { uuidOf } from '@banyan/domain'
import type { z } from 'zod'
import { lineOfAnonymous, type PasswordReset } from '../identity/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import { memberOf } from './change-password.ts'
import type { PasswordContext } from './context.ts'
import { type LoggedIn, proveLogin } from './login.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { type EndReason, type KnownSession, knownSession, lockSessionsOf } from './store.ts'
import { subjectHash, tokenHash } from './tokens.ts'

/** A session that the member or an operator ended on purpose cannot object to a reset. */
const mayStillObject: readonly (EndReason | null)[] = [null, 'passwordReset', 'replaced']

/** True when this session is older than the reset and was not revoked. */
export const objectsTo = (
  session: Pick<KnownSession, 'endReason' | 'lineBeganAt' | 'memberId'>,
  reset: PasswordReset,
): boolean =>
  session.memberId === reset.memberId &&
  session.lineBeganAt < reset.madeAt &&
  mayStillObject.includes(session.endReason)

/**
 * Undoes a reset from a session older than it: by that session's token and the replaced password.
 * The old password is valid again, every session ends, and this device gets a new one. The freeze
 * stays, because somebody has tried. An e-mail address that the reset was made by is no longer
 * trusted.
 * @throws Refused `resetNotCancellable`; `loginFailed`, `loginLocked` or those of the payment
 *   password for a wrong replaced password; `accountProblem` for a frozen account.
 */
export async function cancelReset(
  context: PasswordContext,
  asked: z.output<typeof cancelEndpoint.body>,
  ip: string,
): Promise<LoggedIn> {
  const { identity, verification, platform } = context
  const { session, reset } = await objection(context, asked)
  const { memberId, device, lineBeganAt } = session
  const member = await memberOf(context, memberId)
  if (member.frozen) refuse('accountProblem')
  if (reset.password === 'login') {
    const place = { subject: subjectHash(member.accountId), bucket: device.deviceHash }
    await proveLogin(context, place, () =>
      identity.passwords.replacedLoginFits(reset, asked.replacedPassword, lineOfAnonymous(ip)),
    )
  } else await identity.passwords.proveReplacedPayment(reset, asked.replacedPassword)
  return inTransaction(platform.database, async tx => {
    await lockSessionsOf(tx, memberId)
    if (!(await identity.passwords.cancel(tx, reset))) refuse('resetNotCancellable')
    if (reset.proof === 'email') await verification.distrust(tx, memberId)
    await endAllSessions(tx, memberId, 'resetCancelled')
    await verification.notify(tx, memberId, 'resetCancelled', member)
    return { member, session: await openSession(tx, memberId, device, lineBeganAt) }
  })
}

/** The named reset and the session that objects to it. Throws `resetNotCancellable`. */
async function objection(
  { identity, platform }: PasswordContext,
  asked: { id: string; token: string },
): Promise<{ session: KnownSession; reset: PasswordReset }> {
  const { database } = platform
  const hash = tokenHash(asked.token)
  const session = hash === null ? undefined : await knownSession(database, { tokenHash: hash })
  const reset = await identity.passwords.cancellableReset(database, uuidOf(asked.id))
  if (!session || !reset || !objectsTo(session, reset)) return refuse('resetNotCancellable')
  return { session, reset }
}
