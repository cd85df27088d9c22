import type { login as loginEndpoint, loginByWords as wordsEndpoint } from '@banyan/domain'
import type { z } from 'zod'
import type { Credentials, Identity } from '../identity/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { countTry } from './counted-try.ts'
import { describeDevice } from './device.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { isOnDevice, type LoginPlace, lockSessionsOf, type SessionDevice } from './store.ts'
import { deviceHash, strangersBucket, subjectHash } from './tokens.ts'

export interface LoginContext {
  platform: Platform
  identity: Identity
}

export interface LoggedIn {
  member: Credentials
  session: OpenedSession
}

/** Nobody's id: an account that is not there is asked for in the same way as one that is. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Where a call comes from. */
interface From {
  deviceCode: string
  userAgent: string | undefined
}

const deviceOf = ({ deviceCode, userAgent }: From): SessionDevice => ({
  deviceHash: deviceHash(deviceCode),
  label: describeDevice(userAgent),
})

/**
 * Logs in by account ID and login password. The try is counted before the password is looked at,
 * and everything that is done for a known account is done for an unknown one.
 * @throws Refused `loginFailed`, `loginLocked`, or for the right password of such an account `accountClosed`
 *   or `accountProblem`.
 */
export async function login(
  context: LoginContext,
  asked: z.output<typeof loginEndpoint.body>,
  userAgent?: string,
): Promise<LoggedIn> {
  const { database } = context.platform
  const { credentials } = context.identity
  const device = deviceOf({ ...asked, userAgent })
  const member = await credentials.byAccountId(database, asked.accountId)
  const known = await isOnDevice(database, device.deviceHash, member?.memberId ?? NOBODY)
  const place = {
    subject: subjectHash(asked.accountId),
    bucket: known ? device.deviceHash : strangersBucket,
  }
  await proveLogin(context, place, () => credentials.passwordFits(member, asked.loginPassword))
  if (!member) throw new Error('the password of nobody was right')
  const session = await inTransaction(database, async tx => {
    const now = await lockLogin(context, tx, member)
    return now.loginHash === member.loginHash ? openSession(tx, member.memberId, device) : null
  })
  // The password was replaced while it was compared: what was right a moment ago is asked again.
  if (!session) return login(context, asked, userAgent)
  await credentials.renew(member, asked.loginPassword)
  return { member, session }
}

/**
 * Logs in by a signature of the key that the words make.
 * @throws Refused `challengeSpent`, `wordsUnknown`, `accountClosed`, or `accountProblem` for a frozen account.
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
 * Holds the sessions of a member who has proved who they are, and reads the member again: the account may
 * have been closed, or frozen, while that was proved, and then no session comes after those that were ended.
 * @throws Refused `accountClosed` or `accountProblem`.
 */
async function lockLogin(
  { identity }: LoginContext,
  tx: Tx,
  { memberId }: Credentials,
): Promise<Credentials> {
  await lockSessionsOf(tx, memberId)
  const [now] = await identity.credentials.byIds(tx, [memberId])
  if (!now) throw new Error('a member who was there is there no more')
  if (now.closed) refuse('accountClosed')
  if (now.frozen) refuse('accountProblem')
  return now
}

/**
 * Counts a try at a login password, then compares; a right one ends the row of wrong ones.
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
