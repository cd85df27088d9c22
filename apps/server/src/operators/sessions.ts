import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { isDemoName } from './accounts.ts'
import { recordAct } from './acts.ts'
import {
  insertSession,
  liveSession,
  lockOperator,
  type OperatorRow,
  saveOperator,
} from './store.ts'
import type { OperatorWorld } from './world.ts'

/** security.md 4.1: an operator's session. */
export const IDLE_MS = 15 * 60_000
export const ABSOLUTE_MS = 8 * 3_600_000
/** Wrong passwords in a row before a wait, and the wait. */
const FREE_TRIES = 5
const WAIT_MS = 15 * 60_000

const TOKEN = /^op1_[A-Za-z0-9_-]{43}$/

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Signs in by name and password. The try is counted before the password is looked at, and an unknown
 * name costs the same work.
 * @throws Refused `operatorSignInFailed` or `operatorSignInLocked`.
 */
export async function signIn(
  database: Database,
  { hashing, demo }: OperatorWorld,
  asked: { name: string; password: string },
): Promise<{ token: string; operator: OperatorRow; expiresAt: Date }> {
  const known = await reserveTry(database, asked.name)
  const fits = await hashing.fits(known?.passwordHash ?? null, asked.password)
  if (!known || !fits || known.disabledAt !== null || (isDemoName(known.name) && !demo))
    return refuse('operatorSignInFailed')
  const token = `op1_${randomBytes(32).toString('base64url')}`
  return inTransaction(database, async tx => {
    const operator = await lockOperator(tx, asked.name)
    // The password was replaced, or the account ended, while it was compared.
    if (operator?.passwordHash !== known.passwordHash || operator.disabledAt !== null)
      return refuse('operatorSignInFailed')
    await saveOperator(tx, operator.id, { failures: 0, lockedUntil: null })
    const now = await houseNow(tx)
    const expiresAt = new Date(now.getTime() + ABSOLUTE_MS)
    const sessionId = newUuid(now.getTime())
    await insertSession(tx, {
      ...{
        id: sessionId,
        operatorId: operator.id,
        tokenHash: tokenHash(token),
        at: now,
        expiresAt,
      },
    })
    await recordAct(tx, callerOf({ ...operator, sessionId }, token), {
      action: 'sign in',
      object: operator.name,
    })
    return { token, operator, expiresAt }
  })
}

/** Counts the try and commits, whatever comes after; refuses while a wait lasts. */
const reserveTry = (database: Database, name: string): Promise<OperatorRow | undefined> =>
  inTransaction(database, async tx => {
    const operator = await lockOperator(tx, name)
    if (!operator) return undefined
    const now = await houseNow(tx)
    if (operator.lockedUntil && now < operator.lockedUntil)
      return refuse('operatorSignInLocked', {
        minutes: Math.ceil((operator.lockedUntil.getTime() - now.getTime()) / 60_000),
      })
    const failures = operator.failures + 1
    const waits = failures >= FREE_TRIES
    await saveOperator(tx, operator.id, {
      failures: waits ? 0 : failures,
      lockedUntil: waits ? new Date(now.getTime() + WAIT_MS) : null,
    })
    return operator
  })

/** The operator of a bearer token of this realm; refuses `sessionExpired` for anything else. */
export async function authenticateOperator(
  database: Database,
  token: string | null,
): Promise<Operator> {
  if (token === null || !TOKEN.test(token)) return refuse('sessionExpired')
  const found = await liveSession(database, tokenHash(token), IDLE_MS)
  return found ? callerOf(found, token) : refuse('sessionExpired')
}

const callerOf = (row: OperatorRow & { sessionId: string }, token: string): Operator => ({
  operatorId: row.id,
  name: row.name,
  role: row.role,
  memberId: row.memberId,
  sessionId: row.sessionId,
  sessionHash: tokenHash(token),
})
