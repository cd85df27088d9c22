import type { changeLoginPassword, changePaymentPassword, Locale } from '@banyan/domain'
import type { z } from 'zod'
import { type Credentials, lineOfMember, refuseNew } from '../identity/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Caller } from '../platform/http/route.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { PasswordContext } from './context.ts'
import { type LoggedIn, proveLogin } from './login.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { knownSession, lockSessionsOf } from './store.ts'
import { subjectHash } from './tokens.ts'

/**
 * Changes the login password by the old one. Every session ends. Returns a new session for this
 * device, which continues the line of the calling one. Nothing is frozen, because the caller knew
 * the password.
 * @throws Refused `loginFailed`, `loginLocked`, `passwordTooCommon`, the field `newPassword`, or
 *   `stale` when the password was replaced meanwhile.
 */
export async function changeLogin(
  context: PasswordContext,
  caller: Caller,
  asked: z.output<typeof changeLoginPassword.body>,
  locale: Locale,
): Promise<LoggedIn> {
  const { identity, verification, platform } = context
  const { memberId } = caller
  const member = await memberOf(context, memberId)
  const session = await knownSession(platform.database, { id: caller.sessionId })
  if (!session) throw new Error('the calling session does not exist')
  const { device, lineBeganAt } = session
  const place = { subject: subjectHash(member.accountId), bucket: device.deviceHash }
  await proveLogin(context, place, () =>
    identity.credentials.passwordFits(member, asked.oldPassword, lineOfMember(memberId)),
  )
  if (asked.oldPassword.normalize('NFC') === asked.newPassword)
    refuseNew('passwordUnchanged', locale)
  const after = await identity.passwords.hashLogin(
    asked.newPassword,
    member,
    lineOfMember(memberId),
  )
  return inTransaction(platform.database, async tx => {
    await lockSessionsOf(tx, memberId)
    const hashes = { before: member.loginHash, after }
    await identity.passwords.change(tx, memberId, 'login', hashes)
    await endAllSessions(tx, memberId, 'passwordChanged')
    await verification.notify(tx, memberId, 'loginChanged', member)
    return { member, session: await openSession(tx, memberId, device, lineBeganAt) }
  })
}

/**
 * Changes the payment password by the old one. Sessions stay and nothing is frozen.
 * @throws Refused `paymentPasswordWrong`, `…Locked`, `…ResetNeeded`, the field `newPassword`, or
 *   `stale` when the password was replaced meanwhile.
 */
export async function changePayment(
  context: PasswordContext,
  { memberId }: Caller,
  asked: z.output<typeof changePaymentPassword.body>,
  locale: Locale,
): Promise<void> {
  const { identity, verification, platform } = context
  const { passwords } = identity
  const before = await passwords.proveOldPayment(memberId, asked.oldPassword)
  if (asked.oldPassword === asked.newPassword) refuseNew('passwordUnchanged', locale)
  const member = await memberOf(context, memberId)
  const after = await passwords.hashPayment(asked.newPassword, member, locale)
  await inTransaction(platform.database, async tx => {
    await passwords.change(tx, memberId, 'payment', { before, after })
    await verification.notify(tx, memberId, 'paymentChanged', member)
    await announce(tx, [{ memberId, topic: 'session', subject: null }])
  })
}

/** The member behind a live session. */
export async function memberOf(context: PasswordContext, memberId: string): Promise<Credentials> {
  const { database } = context.platform
  const [member] = await context.identity.credentials.byIds(database, [memberId])
  if (!member) throw new Error('the member of a session does not exist')
  return member
}
