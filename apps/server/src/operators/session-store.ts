import type { OperatorFactor } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { OperatorSession } from './generated.ts'
import type { OperatorRow } from './store.ts'

type Reader = Database | Tx

export type SessionKind = 'console' | 'tool'
export type SessionRow = Omit<Selectable<OperatorSession>, 'kind'> & { kind: SessionKind }

/** A session that has not ended, its operator, and the second factors of the account. */
export interface LiveSession extends OperatorRow {
  session: Omit<SessionRow, 'tokenHash' | 'operatorId' | 'endedAt'>
  factors: OperatorFactor[]
  now: Date
}

export async function insertSession(
  tx: Tx,
  row: Pick<SessionRow, 'id' | 'operatorId' | 'tokenHash' | 'kind' | 'agent' | 'expiresAt'> & {
    at: Date
  },
): Promise<void> {
  const { at, ...session } = row
  await tx
    .insertInto('operatorSession')
    .values({ ...session, signedInAt: at, lastSeenAt: at, provenAt: null })
    .execute()
}

/** The session of a token hash: not ended, not too old, of an account that stands. */
export async function findSession(
  reader: Reader,
  tokenHash: Buffer,
): Promise<LiveSession | undefined> {
  const { rows } = await sql<
    OperatorRow & {
      sessionId: string
      kind: SessionKind
      agent: string | null
      signedInAt: Date
      lastSeenAt: Date
      expiresAt: Date
      provenAt: Date | null
      hasPasskey: boolean
      hasTotp: boolean
      now: Date
    }
  >`
    select o.*, s.id as session_id, s.kind, s.agent, s.signed_in_at, s.last_seen_at, s.expires_at, s.proven_at,
      house_now() as now,
      exists (select from operator_passkey p where p.operator_id = o.id and p.removed_at is null) as has_passkey,
      exists (select from operator_totp t where t.operator_id = o.id and t.added_at is not null
        and t.removed_at is null) as has_totp
    from operator_session s join operator o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and o.disabled_at is null
      and s.expires_at > house_now()`.execute(reader)
  const [row] = rows
  if (!row) return undefined
  const { sessionId, kind, agent, signedInAt, lastSeenAt, expiresAt, provenAt, now, ...rest } = row
  const { hasPasskey, hasTotp, ...operator } = rest
  return {
    ...operator,
    session: { id: sessionId, kind, agent, signedInAt, lastSeenAt, expiresAt, provenAt },
    factors: [...(hasPasskey ? ['passkey' as const] : []), ...(hasTotp ? ['totp' as const] : [])],
    now,
  }
}

/** Notes that a call used a session now, unless it was locked meanwhile. */
export async function touchSession(
  reader: Reader,
  sessionId: string,
  idleMinutes: number,
): Promise<void> {
  await reader
    .updateTable('operatorSession')
    .set({ lastSeenAt: sql<Date>`house_now()` })
    .where('id', '=', sessionId)
    .where('lastSeenAt', '>', sql<Date>`house_now() - make_interval(mins => ${idleMinutes})`)
    .execute()
}

/** Notes that the password has unlocked a session. */
export async function unlockSession(reader: Reader, sessionId: string): Promise<void> {
  await reader
    .updateTable('operatorSession')
    .set({ lastSeenAt: sql<Date>`house_now()` })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Makes a session of the console as idle as one that is locked; a tool's stays as it is. Its
 * streams end.
 */
export async function lockSession(
  tx: Tx,
  which: { operatorId: string; sessionId: string },
  idleMinutes: number,
): Promise<void> {
  await tx
    .updateTable('operatorSession')
    .set(({ fn, ref }) => ({
      lastSeenAt: fn<Date>('least', [
        ref('lastSeenAt'),
        sql`house_now() - make_interval(mins => ${idleMinutes})`,
      ]),
    }))
    .where('id', '=', which.sessionId)
    .where('kind', '=', 'console')
    .execute()
  await announceToOperators(tx, 'operatorSession', which.operatorId)
}

/** Notes that a second factor was proven in a session. */
export async function proveSession(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable('operatorSession')
    .set({ provenAt: at })
    .where('id', '=', sessionId)
    .execute()
}

/** An operator's sessions that have neither ended nor run out, newest first. */
export async function sessionsOf(reader: Reader, operatorId: string): Promise<SessionRow[]> {
  return (await reader
    .selectFrom('operatorSession')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`house_now()`)
    .orderBy('signedInAt', 'desc')
    .orderBy('id', 'desc')
    .execute()) as SessionRow[]
}

/** Ends a session of an operator, and its streams. Returns false when there was none. */
export async function endSession(
  tx: Tx,
  which: { operatorId: string; sessionId: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable('operatorSession')
    .set({ endedAt: sql<Date>`house_now()` })
    .where('operatorId', '=', which.operatorId)
    .where('id', '=', which.sessionId)
    .where('endedAt', 'is', null)
    .returning('id')
    .execute()
  await announceToOperators(tx, 'operatorSession', which.operatorId)
  return ended.length > 0
}

/** Ends the sessions of an operator, all but one where that is named. Returns how many. */
export async function endSessionsOf(
  tx: Tx,
  operatorId: string,
  but: string | null = null,
): Promise<number> {
  let ending = tx
    .updateTable('operatorSession')
    .set({ endedAt: sql<Date>`house_now()` })
    .where('operatorId', '=', operatorId)
    .where('endedAt', 'is', null)
  if (but !== null) ending = ending.where('id', '<>', but)
  await announceToOperators(tx, 'operatorSession', operatorId)
  return (await ending.returning('id').execute()).length
}
