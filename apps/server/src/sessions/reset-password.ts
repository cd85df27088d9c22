import type {
  Locale,
  PasswordKind,
  ResetProof,
  requestLoginResetCode,
  resetLoginByEmail,
  resetLoginByWords,
  resetPaymentByEmail,
  resetPaymentByWords,
} from '@banyan/domain'
import type { z } from 'zod'
import { type Credentials, lineOfAnonymous } from '../identity/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Caller } from '../platform/http/route.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { type GivenCode, isSameMailbox } from '../verification/index.ts'
import { memberOf } from './change-password.ts'
import type { PasswordContext } from './context.ts'
import { endAllSessions } from './sessions.ts'
import { lockSessionsOf } from './store.ts'

/** A completed reset: withdrawals and new sells are frozen until the given time. */
export interface ResetDone {
  accountId: string
  frozenUntil: Date
}

type Asked<E extends { body: z.ZodType }> = z.output<E['body']>

/**
 * Throws `challengeSpent`, `wordsUnknown`, `passwordTooCommon` or, for a frozen account,
 * `accountProblem`.
 */
export async function loginByWords(
  context: PasswordContext,
  asked: Asked<typeof resetLoginByWords>,
  ip: string,
): Promise<ResetDone> {
  const { identity, platform } = context
  const { database } = platform
  const chooser = await identity.credentials.byPublicKey(database, asked.publicKey)
  const hash = await identity.passwords.hashLogin(asked.newPassword, chooser, lineOfAnonymous(ip))
  return inTransaction(database, async tx => {
    await identity.consumeChallenge(tx, { ...asked, purpose: 'reset-login' })
    const member = await identity.credentials.byPublicKey(tx, asked.publicKey)
    if (!member) return refuse('wordsUnknown')
    return reset(context, tx, member, { password: 'login', proof: 'words', hash })
  })
}

/**
 * Sends a code to the bound address if it is the one that was typed. For every other pair of
 * account ID and address a row is written as well, so that nothing that follows differs.
 */
export async function sendLoginCode(
  { identity, verification, platform }: PasswordContext,
  asked: Asked<typeof requestLoginResetCode>,
  locale: Locale,
): Promise<{ resendAt: Date }> {
  const { database } = platform
  const { accountId, address } = asked
  const member = await identity.credentials.byAccountId(database, accountId)
  const email = member && (await verification.email(database, member.memberId))
  const sends = email?.trusted === true && isSameMailbox(email.address, address)
  return verification.sendCode({
    account: { typedAccountId: accountId },
    purpose: 'reset-login',
    accountId,
    sends,
    ...(sends ? { address: email.address, locale: email.locale } : { address, locale }),
  })
}

/**
 * Throws `emailCodeWrong`, `emailCodeSpent`, `passwordTooCommon` or, for a frozen account,
 * `accountProblem`.
 */
export async function loginByEmail(
  context: PasswordContext,
  asked: Asked<typeof resetLoginByEmail>,
  ip: string,
): Promise<ResetDone> {
  const { identity, verification, platform } = context
  const { database } = platform
  const { accountId, address, code } = asked
  const given: GivenCode = {
    account: { typedAccountId: accountId },
    purpose: 'reset-login',
    address,
    code,
    field: 'code',
  }
  await verification.proveCode(given)
  const chooser = await identity.credentials.byAccountId(database, accountId)
  const hash = await identity.passwords.hashLogin(asked.newPassword, chooser, lineOfAnonymous(ip))
  return inTransaction(database, async tx => {
    await verification.spendCode(tx, given)
    const member = await identity.credentials.byAccountId(tx, accountId)
    const email = member && (await verification.email(tx, member.memberId))
    // The code is right, but the address may have been changed or distrusted since it was sent.
    if (!member || !email?.trusted || !isSameMailbox(email.address, address))
      return refuse('emailCodeSpent', {}, { field: 'code' })
    return reset(context, tx, member, { password: 'login', proof: 'email', hash })
  })
}

/** Throws `challengeSpent`, `wordsOfAnother` or refuses the field `newPassword`. */
export async function paymentByWords(
  context: PasswordContext,
  { memberId }: Caller,
  asked: Asked<typeof resetPaymentByWords>,
  locale: Locale,
): Promise<ResetDone> {
  const { identity, platform } = context
  const member = await memberOf(context, memberId)
  const hash = await identity.passwords.hashPayment(asked.newPassword, member, locale)
  return inTransaction(platform.database, async tx => {
    await identity.consumeChallenge(tx, { ...asked, purpose: 'reset-payment' })
    const owner = await identity.credentials.byPublicKey(tx, asked.publicKey)
    if (owner?.memberId !== memberId) return refuse('wordsOfAnother')
    return reset(context, tx, member, { password: 'payment', proof: 'words', hash })
  })
}

/**
 * Throws `emailNotBound`, `emailDistrusted`, `emailCodeWrong`, `emailCodeSpent` or refuses the
 * field `newPassword`.
 */
export async function paymentByEmail(
  context: PasswordContext,
  { memberId }: Caller,
  asked: Asked<typeof resetPaymentByEmail>,
  locale: Locale,
): Promise<ResetDone> {
  const { identity, verification, platform } = context
  const member = await memberOf(context, memberId)
  const email = await verification.email(platform.database, memberId)
  if (!email) return refuse('emailNotBound')
  if (!email.trusted) refuse('emailDistrusted')
  const given: GivenCode = {
    account: { memberId },
    purpose: 'reset-payment',
    address: email.address,
    code: asked.code,
    field: 'code',
  }
  await verification.proveCode(given)
  const hash = await identity.passwords.hashPayment(asked.newPassword, member, locale)
  return inTransaction(platform.database, async tx => {
    await verification.spendCode(tx, given)
    return reset(context, tx, member, { password: 'payment', proof: 'email', hash })
  })
}

/**
 * Replaces the password, freezes the account, and notifies every channel. After a reset of the
 * login password every session is ended.
 */
async function reset(
  { identity, verification }: PasswordContext,
  tx: Tx,
  member: Credentials,
  replacement: { password: PasswordKind; proof: ResetProof; hash: string },
): Promise<ResetDone> {
  const { memberId, accountId } = member
  if (member.frozen) refuse('accountProblem')
  await lockSessionsOf(tx, memberId)
  const until = await identity.passwords.reset(tx, memberId, replacement)
  const isLogin = replacement.password === 'login'
  if (isLogin) await endAllSessions(tx, memberId, 'passwordReset')
  else await announce(tx, [{ memberId, topic: 'session', subject: null }])
  const notice = isLogin ? 'loginReset' : 'paymentReset'
  await verification.notify(tx, memberId, notice, { accountId, until })
  return { accountId, frozenUntil: until }
}
