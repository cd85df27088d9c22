import type { login as loginEndpoint, loginByWords as wordsEndpoint } from '@banyan/domain'
import type { z } from 'zod'
import { type Credentials, type Identity, lineOfAnonymous } from '../identity/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { countTry } from './counted-try.ts'
import { describeDevice } from './device.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { isOnDevice, type LoginPlace, lockSessionsOf, type SessionDevice } from './store.ts'
import { deviceHash, subjectHash, unknownDevicesBucket } from './tokens.ts'

export interface LoginContext {
  platform: Platform
  identity: Identity
}

export interface LoggedIn {
  member: Credentials
  session: OpenedSession
}

/** The id of no member: an unknown account is looked up in the same way as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The device that a call comes from. */
interface From {
  deviceCode: string
  userAgent: string | undefined
}

const deviceOf = ({ deviceCode, userAgent }: From): SessionDevice => ({
  deviceHash: deviceHash(deviceCode),
  label: describeDevice(userAgent),
})

/**
 * Logs in by account ID and login password. The try is counted before the password is compared, and
 * the same work is done for unknown and known accounts.
 * @throws Refused `loginFailed`, `loginLocked`, or for the right password of such an account
 *   `accountClosed` or `accountProblem`.
 */
export async function login(
  context: LoginContext,
  asked: z.output<typeof loginEndpoint.body>,
  from: { ip: string; userAgent: string | undefined },
): Promise<LoggedIn> {
  const { database } = context.platform
  const { credentials } = context.identity
  const device = deviceOf({ ...asked, userAgent: from.userAgent })
  const member = await credentials.byAccountId(database, asked.accountId)
  const known = await isOnDevice(database, device.deviceHash, member?.memberId ?? NOBODY)
  const place = {
    subject: subjectHash(asked.accountId),
    bucket: known ? device.deviceHash : unknownDevicesBucket,
  }
  await proveLogin(context, place, () =>
    credentials.passwordFits(member, asked.loginPassword, lineOfAnonymous(from.ip)),
  )
  if (!member) throw new Error('the password of an unknown account was right')
  const session = await inTransaction(database, async tx => {
    const now = await lockLogin(context, tx, member)
    return now.loginHash === member.loginHash ? openSession(tx, member.memberId, device) : null
  })
  // The password was replaced during the comparison, so it is compared again.
  if (!session) return login(context, asked, from)
  await credentials.renew(member, asked.loginPassword)
  return { member, session }
}

/**
 * Logs in by a signature of the key that is derived from the words.
 * @throws Refused `challengeSpent`, `wordsUnknown`, `accountClosed`, or `accountProblem` for a
 *   frozen account.
 */
export async function loginByWords(
  context: LoginContext,
  asked: z.output<typeof wordsEndpoint.body>,
  userAgent?: string,
): Promise<LoggedIn> {
  const { identity, platform } = context
  return inTransaction(platform.database, async tx => {
    await identity.consumeChallenge(tx, { ...asked, purpose: 'login' })
    const member = await identity.credentials.byPublicKey(tx, asked.publicKey)
    if (!member) return refuse('wordsUnknown')
    await lockLogin(context, tx, member)
    const session = await openSession(tx, member.memberId, deviceOf({ ...asked, userAgent }))
    return { member, session }
  })
}

/**
 * Locks the sessions of a member who has proved their identity, and reads the member again: the
 * account may have been closed or frozen in the meantime, and then no session may be opened after
 * the others were ended.
 * @throws Refused `accountClosed` or `accountProblem`.
 */
async function lockLogin(
  { identity }: LoginContext,
  tx: Tx,
  { memberId }: Credentials,
): Promise<Credentials> {
  await lockSessionsOf(tx, memberId)
  const [now] = await identity.credentials.byIds(tx, [memberId])
  if (!now) throw new Error('an existing member has disappeared')
  if (now.closed) refuse('accountClosed')
  if (now.frozen) refuse('accountProblem')
  return now
}

/**
 * Counts a try at a login password, then compares. A right password ends the row of wrong ones.
 * @throws Refused `loginFailed` or `loginLocked`.
 */
export const proveLogin = (
  context: LoginContext,
  place: LoginPlace,
  compare: () => Promise<boolean>,
): Promise<void> =>
  countTry(context.platform.database, place, compare, {
    failed: left => refuse('loginFailed', { left }),
    locked: minutes => refuse('loginLocked', { minutes }),
  })
