import { Batches } from '../platform/batches.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Caller } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { Platform } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import {
  addSession,
  type EndReason,
  findSessions,
  liveSessionIds,
  lockSessionsOf,
  markEnded,
  putOnDevice,
  type SessionDevice,
  type SessionOfToken,
  sessionsOnDevice,
  surplusSessions,
  takeOffDevice,
  unendedSessions,
  writeUse,
} from './store.ts'
import { drawToken, tokenHash } from './tokens.ts'

/** security.md 4.1: beyond this number, the sessions used longest ago are ended. */
const LIVE_SESSIONS = 5

/** The token that the member's device is given once. The server stores only its hash. */
export interface OpenedSession {
  token: string
  expiresAt: Date
}

/** Finds sessions by token hash. */
export type SessionLookup = (hash: Buffer) => Promise<SessionOfToken | undefined>

/**
 * Looks up calls that arrive together in one query, which starts after all of them arrived. Nothing
 * is cached, so a session that was logged out or frozen before a call is refused.
 */
export function openLookup(database: Database): SessionLookup {
  const lookups = new Batches<Buffer, SessionOfToken | undefined>(async (_, hashes) =>
    (await findSessions(database, hashes)).map(value => ({ value })),
  )
  return hash => lookups.ask('sessions', hash)
}

/**
 * The caller of a bearer token.
 * @throws Refused `sessionExpired` when it is unknown, too old or logged out; `accountProblem` when
 *   the account is frozen, unless frozen ones may call, or was removed from its device.
 */
export async function authenticate(
  { database, lookUp }: { database: Database; lookUp: SessionLookup },
  token: string | null,
  whileFrozen = false,
): Promise<Caller> {
  const hash = tokenHash(token)
  const session = hash === null ? undefined : await lookUp(hash)
  if (!session) return refuse('sessionExpired')
  const trouble = troubleOf(whileFrozen ? { ...session, frozen: false } : session)
  if (trouble) refuse(trouble)
  if (session.unwritten) await writeUse(database, session.id)
  const { id, memberId, closing } = session
  return { memberId, sessionId: id, ...(closing ? { closing } : {}) }
}

/** What stands between a session and its member, or null. */
function troubleOf(session: SessionOfToken): 'sessionExpired' | 'accountProblem' | null {
  if (!session.young) return 'sessionExpired'
  if (session.endReason === 'removed') return 'accountProblem'
  if (session.endReason !== null || !session.awake) return 'sessionExpired'
  return session.frozen ? 'accountProblem' : null
}

/**
 * Opens a session on a device and moves the account to the top of the device's list. Ends the
 * member's earlier session of this device. The caller must hold the lock of the member's sessions.
 * `lineBeganAt` is the start of the line that this session continues.
 */
export async function openSession(
  tx: Tx,
  memberId: string,
  device: SessionDevice,
  lineBeganAt: Date | null = null,
): Promise<OpenedSession> {
  await endSessions(
    tx,
    memberId,
    await sessionsOnDevice(tx, memberId, device.deviceHash),
    'replaced',
  )
  await endSessions(
    tx,
    memberId,
    await surplusSessions(tx, memberId, LIVE_SESSIONS - 1),
    'replaced',
  )
  const token = drawToken()
  const hash = tokenHash(token)
  if (!hash) throw new Error('a drawn token has the wrong shape')
  const id = newUuid()
  const expiresAt = await addSession(tx, { id, tokenHash: hash, memberId, device, lineBeganAt })
  await putOnDevice(tx, device.deviceHash, memberId)
  return { token, expiresAt }
}

/** Ends every session of a member. The caller must hold the lock of the member's sessions. */
export const endAllSessions = async (tx: Tx, memberId: string, reason: EndReason): Promise<void> =>
  endSessions(tx, memberId, await unendedSessions(tx, memberId), reason)

/** Ends one of the caller's live sessions. Throws `notFound` for any other. */
export const revokeSession = (
  platform: Platform,
  { memberId }: Caller,
  sessionId: string,
): Promise<void> =>
  inTransaction(platform.database, async tx => {
    await lockSessionsOf(tx, memberId)
    const named = await liveSessionIds(tx, memberId, sessionId)
    if (named.length === 0) refuse('notFound')
    await endSessions(tx, memberId, named, 'revoked')
  })

/** Ends the caller's live sessions except the calling one. Returns their number. */
export const revokeOthers = (platform: Platform, caller: Caller): Promise<number> =>
  inTransaction(platform.database, async tx => {
    await lockSessionsOf(tx, caller.memberId)
    const live = await liveSessionIds(tx, caller.memberId)
    const others = live.filter(id => id !== caller.sessionId)
    await endSessions(tx, caller.memberId, others, 'revoked')
    return others.length
  })

/** Ends the calling session. */
export const logout = (platform: Platform, caller: Caller): Promise<void> =>
  inTransaction(platform.database, tx =>
    endSessions(tx, caller.memberId, [caller.sessionId], 'logout'),
  )

/**
 * Removes the caller's account from a device and ends its sessions there, the calling one included.
 */
export const removeFromDevice = (
  platform: Platform,
  caller: Caller,
  deviceHash: Buffer,
): Promise<void> =>
  inTransaction(platform.database, async tx => {
    await lockSessionsOf(tx, caller.memberId)
    await takeOffDevice(tx, deviceHash, caller.memberId)
    const there = await sessionsOnDevice(tx, caller.memberId, deviceHash)
    await endSessions(tx, caller.memberId, [...there, caller.sessionId], 'removed')
  })

/** Ends sessions and notifies the member's open pages in the same transaction. */
async function endSessions(
  tx: Tx,
  memberId: string,
  sessionIds: readonly string[],
  reason: EndReason,
): Promise<void> {
  if (sessionIds.length === 0) return
  await markEnded(tx, sessionIds, reason)
  await announce(tx, [{ memberId, topic: 'session', subject: null }])
}
