import type { sessionEnds } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { DeviceLabel } from './device.ts'
import type { LoginCounts, LoginFailures } from './login-delay.ts'
import { hourBucket } from './tokens.ts'

type Reader = Database | Tx

/** Why a session ended before its age limit, in the values of the API. */
export type EndReason = Exclude<(typeof sessionEnds)[number], 'live' | 'expired'>

/** Idle and absolute age: security.md 4.1. */
const IDLE = sql`interval '7 days'`
const ABSOLUTE = sql`interval '30 days'`
const LIST_LIMIT = 50

/** A session as found by its token. */
export interface SessionOfToken {
  id: string
  memberId: string
  endReason: EndReason | null
  /** Within its absolute age. */
  young: boolean
  /** Used within the idle age. */
  awake: boolean
  /** Its last use was stored more than a minute ago. */
  unwritten: boolean
  frozen: boolean
  /** The member is closing the account. */
  closing: boolean
}

/**
 * Returns the sessions of token hashes, in their order. One prepared statement, because every call
 * of a member begins with it. It reads `member.frozen_at` too for the same reason.
 */
export async function findSessions(
  database: Database,
  hashes: readonly Buffer[],
): Promise<(SessionOfToken | undefined)[]> {
  const rows = await selectSessions(database, { hashes })
  const byHash = new Map(rows.map(row => [row.tokenHash.toString('hex'), row]))
  return hashes.map(hash => byHash.get(hash.toString('hex')))
}

const selectSessions = prepared(
  'find_sessions',
  ({ hashes }: Placeholders<{ hashes: readonly Buffer[] }>) => sql<
    SessionOfToken & { tokenHash: Buffer }
  >`
    select session.token_hash, session.id, session.member_id, session.end_reason,
      session.expires_at > clock.now as young,
      session.used_at > clock.now - ${IDLE} as awake,
      session.used_at < clock.now - interval '1 minute' as unwritten,
      member.frozen_at is not null as frozen, member.closing_at is not null as closing
    from session
    join member on member.id = session.member_id
    cross join (select house_now() as now) as clock
    where session.token_hash = any(${hashes}::bytea[])`,
)

/** Stores the use of a session, unless another call has just done so. */
export async function writeUse(database: Database, sessionId: string): Promise<void> {
  await database
    .updateTable('session')
    .set({ usedAt: sql<Date>`house_now()` })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('usedAt', '<', sql<Date>`house_now() - interval '1 minute'`)
    .execute()
}

/** Serializes the opening of sessions of a member, so that the limit of live sessions holds. */
export const lockSessionsOf = (tx: Tx, memberId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sessions of ${memberId}`}, 0))`.execute(tx)

/** A device as stored with its session. */
export interface SessionDevice {
  deviceHash: Buffer
  label: DeviceLabel
}

/** A null `lineBeganAt` starts a line of sessions now. */
export async function addSession(
  tx: Tx,
  session: {
    id: string
    tokenHash: Buffer
    memberId: string
    device: SessionDevice
    lineBeganAt: Date | null
  },
): Promise<Date> {
  const { device, lineBeganAt, ...row } = session
  const { kind, browser, system } = device.label
  const { expiresAt } = await tx
    .insertInto('session')
    .values({
      ...row,
      deviceHash: device.deviceHash,
      deviceKind: kind,
      browser,
      system,
      lineBeganAt: lineBeganAt ?? sql<Date>`house_now()`,
      expiresAt: sql<Date>`house_now() + ${ABSOLUTE}`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** Not ended, within both age limits. */
const liveSessions = (reader: Reader, memberId: string) =>
  reader
    .selectFrom('session')
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`(select house_now())`)
    .where('usedAt', '>', sql<Date>`(select house_now() - ${IDLE})`)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')

/** A member's sessions as shown to them, the one used last first. */
export const sessionsOf = (reader: Reader, memberId: string) =>
  liveSessions(reader, memberId)
    .select(['id', 'deviceKind', 'browser', 'system', 'openedAt', 'usedAt'])
    .execute()

/** Live sessions of a member, all of them or the named one. */
export async function liveSessionIds(
  reader: Reader,
  memberId: string,
  id?: string,
): Promise<string[]> {
  const rows = await liveSessions(reader, memberId)
    .select('id')
    .$if(id !== undefined, query => query.where('id', '=', id as string))
    .execute()
  return rows.map(row => row.id)
}

/** Of these sessions, of any member, those that have not ended and are within both age limits. */
export async function liveAmong(reader: Reader, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const rows = await reader
    .selectFrom('session')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`(select house_now())`)
    .where('usedAt', '>', sql<Date>`(select house_now() - ${IDLE})`)
    .execute()
  return rows.map(row => row.id)
}

/** A session with its device and its line, live or not. */
export interface KnownSession {
  id: string
  memberId: string
  endReason: EndReason | null
  /** Within both age limits. */
  current: boolean
  device: SessionDevice
  lineBeganAt: Date
}

/** The session of a token hash or an id; undefined once it is past its absolute age limit. */
export async function knownSession(
  reader: Reader,
  by: { tokenHash: Buffer } | { id: string },
): Promise<KnownSession | undefined> {
  const row = await reader
    .selectFrom('session')
    .select(['id', 'memberId', 'endReason', 'lineBeganAt', 'deviceHash'])
    .select(['deviceKind', 'browser', 'system'])
    .select(sql<boolean>`used_at > house_now() - ${IDLE}`.as('current'))
    .where(eb => ('id' in by ? eb('id', '=', by.id) : eb('tokenHash', '=', by.tokenHash)))
    .where('expiresAt', '>', sql<Date>`house_now()`)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, memberId, lineBeganAt, deviceHash, browser, system, current } = row
  const label = { kind: row.deviceKind as DeviceLabel['kind'], browser, system }
  return {
    id,
    memberId,
    lineBeganAt,
    current,
    device: { deviceHash, label },
    endReason: row.endReason as EndReason | null,
  }
}

/** The live sessions of a member other than the `keep` last used ones. */
export async function surplusSessions(tx: Tx, memberId: string, keep: number): Promise<string[]> {
  const rows = await liveSessions(tx, memberId).select('id').offset(keep).execute()
  return rows.map(row => row.id)
}

/** A member's sessions of one device that have not ended. */
export async function sessionsOnDevice(
  tx: Tx,
  memberId: string,
  deviceHash: Buffer,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', memberId)
    .where('deviceHash', '=', deviceHash)
    .where('endedAt', 'is', null)
    .execute()
  return rows.map(row => row.id)
}

/** A member's sessions that have not ended, of any age. */
export async function unendedSessions(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .execute()
  return rows.map(row => row.id)
}

export async function markEnded(
  tx: Tx,
  sessionIds: readonly string[],
  reason: EndReason,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ endedAt: sql<Date>`house_now()`, endReason: reason })
    .where('id', 'in', sessionIds)
    .where('endedAt', 'is', null)
    .execute()
}

/** Adds an account to a device's list, or moves it to the top. */
export async function putOnDevice(tx: Tx, deviceHash: Buffer, memberId: string): Promise<void> {
  await tx
    .insertInto('deviceAccount')
    .values({ deviceHash, memberId, lastUsedAt: sql<Date>`house_now()` })
    .onConflict(conflict =>
      conflict
        .columns(['deviceHash', 'memberId'])
        .doUpdateSet({ lastUsedAt: sql<Date>`house_now()` }),
    )
    .execute()
}

/** Moves an account to the top of a device's list. Returns false when it is not on the list. */
export async function moveToTop(
  database: Database,
  deviceHash: Buffer,
  memberId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('deviceAccount')
    .set({ lastUsedAt: sql<Date>`house_now()` })
    .where('deviceHash', '=', deviceHash)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function takeOffDevice(tx: Tx, deviceHash: Buffer, memberId: string): Promise<void> {
  await tx
    .deleteFrom('deviceAccount')
    .where('deviceHash', '=', deviceHash)
    .where('memberId', '=', memberId)
    .execute()
}

export async function takeOffEveryDevice(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('deviceAccount').where('memberId', '=', memberId).execute()
}

/** The accounts of a device, newest use first. */
export const accountsOfDevice = (reader: Reader, deviceHash: Buffer) =>
  reader
    .selectFrom('deviceAccount')
    .select(['memberId', 'lastUsedAt'])
    .where('deviceHash', '=', deviceHash)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('memberId')
    .limit(LIST_LIMIT)
    .execute()

/** True when the member has logged in on this device and was not removed from it. */
export async function isOnDevice(
  reader: Reader,
  deviceHash: Buffer,
  memberId: string,
): Promise<boolean> {
  const row = await reader
    .selectFrom('deviceAccount')
    .select('memberId')
    .where('deviceHash', '=', deviceHash)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** Where a login is counted: the typed account ID and the device bucket. */
export interface LoginPlace {
  subject: Buffer
  bucket: Buffer
}

/** Locks the two counts of a login; creates them when they do not exist. */
export async function lockLoginCounts(tx: Tx, place: LoginPlace): Promise<LoginCounts> {
  const now = sql<Date>`house_now()`
  const buckets = [place.bucket, hourBucket].sort(Buffer.compare)
  await tx
    .insertInto('loginAttempt')
    .values(buckets.map(bucket => ({ subject: place.subject, bucket, beganAt: now, lastAt: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('loginAttempt')
    .select(['bucket', 'failures', 'beganAt', 'lastAt', 'lockedUntil'])
    .where('subject', '=', place.subject)
    .where('bucket', 'in', buckets)
    .orderBy('bucket')
    .forUpdate()
    .execute()
  const countOf = (bucket: Buffer): LoginFailures => {
    const row = rows.find(one => one.bucket.equals(bucket))
    if (!row) throw new Error('a login count vanished under its lock')
    const { bucket: _, ...count } = row
    return count
  }
  return { place: countOf(place.bucket), hour: countOf(hourBucket) }
}

export async function saveLoginCounts(
  tx: Tx,
  place: LoginPlace,
  counts: LoginCounts,
): Promise<void> {
  for (const [bucket, count] of [
    [place.bucket, counts.place],
    [hourBucket, counts.hour],
  ] as const) {
    await tx
      .updateTable('loginAttempt')
      .set(count)
      .where('subject', '=', place.subject)
      .where('bucket', '=', bucket)
      .execute()
  }
}

/** Deletes sessions past their absolute age limit and failures older than `forgetMs`. */
export async function dropOld(database: Database, forgetMs: number): Promise<void> {
  await database
    .deleteFrom('session')
    .where('expiresAt', '<', sql<Date>`(select house_now())`)
    .execute()
  await database
    .deleteFrom('loginAttempt')
    .where(
      'lastAt',
      '<',
      sql<Date>`(select house_now() - make_interval(secs => ${forgetMs / 1000}))`,
    )
    .execute()
}
