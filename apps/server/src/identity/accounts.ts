import { type createAccount as createEndpoint, inputRuleText, type Locale } from '@banyan/domain'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse, refuseInput } from '../platform/refused.ts'
import { drawAccountId, drawAccountIdFor, drawInviteCode } from './account-numbers.ts'
import { consumeChallenge } from './challenges.ts'
import { type Hashing, lineOfAnonymous } from './hashing.ts'
import { skeletonOf } from './nickname-skeleton.ts'
import { isCommonPassword, isDigitsOf } from './password-choice.ts'
import { isReservedNickname } from './reserved-nicknames.ts'
import {
  addMember,
  countInvitedToday,
  credentialsByPublicKey,
  inviteCodeOf,
  isSkeletonTaken,
  memberOfInviteCode,
  type Reader,
} from './store.ts'

export type AccountRequest = z.output<typeof createEndpoint.body>

export interface CreatedAccount {
  id: string
  accountId: string
  nickname: string
}

export interface AccountContext {
  database: Database
  hashing: Hashing
  publicOrigins: readonly string[]
  rateLimitScale: number
  /** Members who declare one of these countries cannot join. */
  closedCountries: readonly string[]
  /** Adds a new member to the inviter's list, in the transaction that creates the account. */
  welcome(tx: Tx, joined: { memberId: string; inviterId: string }): Promise<void>
}

/** The member at the top of every chain of invitations. Nobody logs in as this member. */
export const ROOT_MEMBER = '00000000-0000-7000-8000-000000000002'
const ROOT_NICKNAME = '榕树 Banyan'
/** The user-assigned ISO 3166 code for "no country". */
const NO_COUNTRY = 'ZZ'

/**
 * security.md 4.7: accounts that one invitation code may create in a day. The root member's code is
 * the platform's own and starts the community, so it has no limit.
 */
const INVITED_A_DAY = 10
const INVITED_BY_ROOT_A_DAY = 100

/** After so many draws of eight random digits, a collision is no coincidence. */
const DRAWS = 20

/**
 * Creates an account for the public key that signed a fresh `create` challenge. Both passwords are
 * hashed before the transaction, so that no lock waits for the hashing.
 * @throws Refused as declared by the endpoint. Then nothing is stored and the challenge stays
 *   valid.
 */
export async function createAccount(
  context: AccountContext,
  asked: AccountRequest,
  { locale, ip }: { locale: Locale; ip: string },
): Promise<CreatedAccount> {
  checkChoices(asked, locale)
  if (context.closedCountries.includes(asked.country)) refuse('countryClosed')
  // Checked again under the lock below. This first check avoids hashing when the code was mistyped.
  if (!(await memberOfInviteCode(context.database, asked.inviteCode))) refuse('inviteCodeUnknown')
  const [loginHash, paymentHash] = await Promise.all([
    context.hashing.hash(asked.loginPassword, lineOfAnonymous(ip)),
    context.hashing.hash(asked.paymentPassword, lineOfAnonymous(ip)),
  ])
  return inTransaction(context.database, async tx => {
    await consumeChallenge(tx, context.publicOrigins, { ...asked, purpose: 'create' })
    const inviterId = await inviterFor(tx, asked.inviteCode, context.rateLimitScale)
    const account = await draw(tx, asked, { inviterId, loginHash, paymentHash })
    await context.welcome(tx, { memberId: account.id, inviterId })
    return account
  })
}

function checkChoices(asked: AccountRequest, locale: Locale): void {
  if (isReservedNickname(asked.nickname)) refuse('nicknameReserved')
  if (isCommonPassword(asked.loginPassword, asked)) refuse('passwordTooCommon')
  if (isDigitsOf(asked.paymentPassword, asked.loginPassword))
    refuseInput([
      { path: 'paymentPassword', message: inputRuleText('paymentPasswordWeak', locale) },
    ])
}

async function inviterFor(tx: Tx, inviteCode: string, scale: number): Promise<string> {
  const inviter = await memberOfInviteCode(tx, inviteCode)
  if (!inviter) return refuse('inviteCodeUnknown')
  const limit = inviter.id === ROOT_MEMBER ? INVITED_BY_ROOT_A_DAY : INVITED_A_DAY
  if ((await countInvitedToday(tx, inviter.id)) >= limit * scale) refuse('registrationLimit')
  return inviter.id
}

/** Adds the member with numbers that are drawn until they are free. */
async function draw(
  tx: Tx,
  asked: AccountRequest,
  account: { inviterId: string; loginHash: string; paymentHash: string },
): Promise<CreatedAccount> {
  const publicKey = Buffer.from(asked.publicKey, 'hex')
  const nicknameSkeleton = skeletonOf(asked.nickname)
  for (let i = 0; i < DRAWS; i++) {
    const member = {
      ...account,
      id: newUuid(),
      accountId: drawAccountIdFor(asked.loginPassword, asked.paymentPassword),
      inviteCode: drawInviteCode(),
      nickname: asked.nickname,
      nicknameSkeleton,
      country: asked.country,
      publicKey,
    }
    const { id, accountId, nickname } = member
    if (await addMember(tx, member)) return { id, accountId, nickname }
    if (await credentialsByPublicKey(tx, publicKey)) refuse('publicKeyTaken')
    // Checked last: a caller who created this account and never received the answer learns that it
    // exists.
    if (await isSkeletonTaken(tx, nicknameSkeleton)) refuse('nicknameTaken')
  }
  throw new Error(`no free account ID in ${DRAWS} draws`)
}

/**
 * Creates the root member when it does not exist. Returns its invitation code, by which the first
 * members join.
 */
export async function ensureRootMember(reader: Reader): Promise<string> {
  await addMember(reader, {
    id: ROOT_MEMBER,
    accountId: drawAccountId(),
    nickname: ROOT_NICKNAME,
    nicknameSkeleton: skeletonOf(ROOT_NICKNAME),
    inviteCode: drawInviteCode(),
    inviterId: null,
    publicKey: null,
    loginHash: null,
    paymentHash: null,
    country: NO_COUNTRY,
  })
  return (await inviteCodeOf(reader, ROOT_MEMBER)).inviteCode
}
