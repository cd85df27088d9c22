import type { login as loginEndpoint, loginByWords as wordsEndpoint } from '@banyan/domain'
import type { z } from 'zod'
import type { Credentials, Identity } from '../identity/index.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import type { Platform } from '../platform/room.ts'
import {
  type LoginCounts,
  type LoginFailures,
  proveTry,
  reserveTry,
  returnTry,
  triesLeft,
} from './login-delay.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { isOnDevice, type LoginPlace, lockLoginCounts, saveLoginCounts } from './store.ts'
import { deviceHash, strangersBucket, subjectHash } from './tokens.ts'

export interface LoginWorld {
  platform: Platform
  identity: Identity
}

export interface LoggedIn {
  member: Credentials
  session: OpenedSession
}

/** Nobody's id: an account that is not there is asked for in the same way as one that is. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Logs in by account ID and login password. The try is counted before the password is looked at,
 * and everything that is done for a known account is done for an unknown one.
 * @throws Refused `loginFailed`, `loginLocked`, or `accountProblem` for the right password of a
 *   frozen account.
 */
export async function login(
  world: LoginWorld,
  asked: z.output<typeof loginEndpoint.body>,
): Promise<LoggedIn> {
  const { database } = world.platform
  const { credentials } = world.identity
  const device = deviceHash(asked.deviceCode)
  const member = await credentials.byAccountId(database, asked.accountId)
  const known = await isOnDevice(database, device, member?.memberId ?? NOBODY)
  const place = {
    subject: subjectHash(asked.accountId),
    bucket: known ? device : strangersBucket,
  }

  const reserved = await reserve(world, place)
  let fits: boolean
  try {
    fits = await credentials.passwordFits(member, asked.loginPassword)
  } catch (error) {
    await settle(world, place, returnTry)
    throw error
  }
  if (!fits || !member) return refuseFailed(reserved.counts.place, reserved.now)
  await settle(world, place, counts => proveTry(counts, reserved.now))
  return open(world, member, device)
}

/**
 * Logs in by a signature of the key that the words make.
 * @throws Refused `challengeSpent`, `wordsUnknown`, or `accountProblem` for a frozen account.
 */
export async function loginByWords(
  world: LoginWorld,
  asked: z.output<typeof wordsEndpoint.body>,
): Promise<LoggedIn> {
  const { identity, platform } = world
  return inTransaction(platform.database, async tx => {
    await identity.consumeChallenge(tx, { ...asked, purpose: 'login' })
    const member = await identity.credentials.byPublicKey(tx, asked.publicKey)
    if (!member) return refuse('wordsUnknown')
    if (member.frozen) refuse('accountProblem')
    const session = await openSession(tx, member.memberId, deviceHash(asked.deviceCode))
    return { member, session }
  })
}

async function open(world: LoginWorld, member: Credentials, device: Buffer): Promise<LoggedIn> {
  if (member.frozen) refuse('accountProblem')
  const session = await inTransaction(world.platform.database, tx =>
    openSession(tx, member.memberId, device),
  )
  return { member, session }
}

/** Counts the try and commits, whatever comes after; refuses while a wait lasts. */
const reserve = (world: LoginWorld, place: LoginPlace) =>
  inTransaction(world.platform.database, async tx => {
    const counts = await lockLoginCounts(tx, place)
    const now = await houseNow(tx)
    const permit = reserveTry(counts, now)
    if (permit.kind === 'locked') return refuseLocked(permit.until, now)
    await saveLoginCounts(tx, place, permit.counts)
    return { counts: permit.counts, now }
  })

const settle = (world: LoginWorld, place: LoginPlace, how: (counts: LoginCounts) => LoginCounts) =>
  inTransaction(world.platform.database, async tx => {
    await saveLoginCounts(tx, place, how(await lockLoginCounts(tx, place)))
  })

function refuseFailed(after: LoginFailures, now: Date): never {
  if (after.lockedUntil) return refuseLocked(after.lockedUntil, now)
  refuse('loginFailed', { left: triesLeft(after) })
}

function refuseLocked(until: Date, now: Date): never {
  refuse('loginLocked', { minutes: Math.ceil((until.getTime() - now.getTime()) / 60_000) })
}
