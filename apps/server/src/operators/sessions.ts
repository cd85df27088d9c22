import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { isDemoName } from './accounts.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { deviceHash } from './devices.ts'
import {
  insertSession,
  isOnDevice,
  keepDevice,
  liveSession,
  lockOperator,
  type OperatorRow,
  operatorByName,
} from './store.ts'

/** security.md 4.1: an operator's session. */
const IDLE_MS = 15 * 60_000
const ABSOLUTE_MS = 8 * 3_600_000

const TOKEN = /^op1_[A-Za-z0-9_-]{43}$/

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The id of no operator: an unknown name is looked up in the same way as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in by name and password. The try is counted before the password is compared, and the same
 * work is done for unknown and known names. The device is known from then on.
 * @throws Refused `operatorSignInFailed` or `operatorSignInLocked`.
 */
export async function signIn(
  database: Database,
  { hashing, countTry, demo }: OperatorContext,
  asked: { name: string; password: string; deviceCode?: string | undefined },
): Promise<{ token: string; operator: OperatorRow; expiresAt: Date }> {
  const { name, password, deviceCode = null } = asked
  const known = await operatorByName(database, name)
  const isKnownHere =
    deviceCode !== null && (await isOnDevice(database, known?.id ?? NOBODY, deviceHash(deviceCode)))
  const compare = async () => {
    const fits = await hashing.fits(known?.passwordHash ?? null, password)
    return fits && known?.disabledAt === null && (demo || !isDemoName(name))
  }
  await countTry(
    { who: `operator ${name}`, knownDevice: isKnownHere ? deviceCode : null },
    compare,
    {
      failed: () => refuse('operatorSignInFailed'),
      locked: minutes => refuse('operatorSignInLocked', { minutes }),
    },
  )
  if (!known) throw new Error('the password of an unknown name was right')
  const token = `op1_${randomBytes(32).toString('base64url')}`
  return inTransaction(database, async tx => {
    const operator = await lockOperator(tx, name)
    // The password was replaced, or the account ended, during the comparison.
    if (operator?.passwordHash !== known.passwordHash || operator.disabledAt !== null)
      return refuse('operatorSignInFailed')
    const now = await systemNow(tx)
    const expiresAt = new Date(now.getTime() + ABSOLUTE_MS)
    const sessionId = newUuid(now.getTime())
    await insertSession(tx, {
      id: sessionId,
      operatorId: operator.id,
      tokenHash: tokenHash(token),
      at: now,
      expiresAt,
    })
    if (deviceCode !== null) await keepDevice(tx, operator.id, deviceHash(deviceCode))
    await recordAct(tx, callerOf({ ...operator, sessionId }, token), {
      action: 'sign in',
      object: operator.name,
    })
    return { token, operator, expiresAt }
  })
}

/** The operator of a bearer token of this realm. Throws `sessionExpired` for anything else. */
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
