import { createHash, randomBytes } from 'node:crypto'
import type { OperatorProof } from '@banyan/domain'
import { lineOfOperator } from '../identity/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { CONSOLE_TOKEN } from '../platform/http/operator-session.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { isDemoName } from './accounts.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { deviceHash } from './devices.ts'
import {
  findSession,
  insertSession,
  type LiveSession,
  type SessionKind,
  touchSession,
  unlockSession,
} from './session-store.ts'
import {
  IDLE_MINUTES,
  isIdle,
  isRecent,
  missingProof,
  RECENT_MINUTES,
  SESSION_HOURS,
} from './standing.ts'
import {
  isOnDevice,
  keepDevice,
  lockOperator,
  type OperatorRow,
  operatorByName,
  replacePasswordHash,
} from './store.ts'

const TOKEN = /^o[pc]1_[A-Za-z0-9_-]{43}$/
const prefixes: Readonly<Record<SessionKind, string>> = { tool: 'op1_', console: CONSOLE_TOKEN }

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The id of no operator: an unknown name is looked up in the same way as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What the context of the module provides to comparing a password. */
type Comparing = Pick<OperatorContext, 'hashing' | 'countTry' | 'demo'>

/**
 * Signs in by name and password. The try is counted before the password is compared, and the same
 * work is done for unknown and known names. The device is known from then on.
 * @throws Refused `operatorSignInFailed` or `operatorSignInLocked`.
 */
export async function signIn(
  database: Database,
  { hashing, countTry, demo }: Comparing,
  asked: {
    name: string
    password: string
    deviceCode?: string | undefined
    kind?: SessionKind
    agent?: string | undefined
  },
): Promise<{ token: string; live: LiveSession }> {
  const { name, password, deviceCode = null, kind = 'tool', agent } = asked
  const known = await operatorByName(database, name)
  const isKnownHere =
    deviceCode !== null && (await isOnDevice(database, known?.id ?? NOBODY, deviceHash(deviceCode)))
  const compare = async () => {
    const fits = await hashing.fits(known?.passwordHash ?? null, password, lineOfOperator(name))
    return fits && known?.disabledAt === null && (demo || !isDemoName(name))
  }
  await countTry(
    { who: `operator ${name}`, knownDevice: isKnownHere ? deviceCode : null },
    compare,
    tryAnswers,
  )
  if (!known) throw new Error('the password of an unknown name was right')
  const passwordHash = await renewed(database, hashing, known, password)
  const token = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`
  return inTransaction(database, async tx => {
    const operator = await lockOperator(tx, name)
    // The password was replaced, or the account ended, during the comparison.
    if (operator?.passwordHash !== passwordHash || operator.disabledAt !== null)
      return refuse('operatorSignInFailed')
    const now = await systemNow(tx)
    await insertSession(tx, {
      id: newUuid(now.getTime()),
      operatorId: operator.id,
      tokenHash: tokenHash(token),
      kind,
      agent: agent?.slice(0, 200) ?? null,
      at: now,
      expiresAt: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
    })
    if (deviceCode !== null) await keepDevice(tx, operator.id, deviceHash(deviceCode))
    const live = await findSession(tx, tokenHash(token))
    if (!live) throw new Error('a session that was just opened is not there')
    await recordAct(tx, callerOf(live, token), { action: 'sign in', object: operator.name })
    return { token, live }
  })
}

/**
 * Hashes a right password again if its hash was made with earlier settings. Returns what is stored:
 * another sign-in may have hashed the same password again meanwhile.
 */
async function renewed(
  database: Database,
  hashing: Comparing['hashing'],
  { id, name, passwordHash: before }: OperatorRow,
  password: string,
): Promise<string | null> {
  if (before === null || !hashing.isOutdated(before)) return before
  const after = await hashing.hash(password, lineOfOperator(name))
  if (await replacePasswordHash(database, id, { before, after })) return after
  const stored = (await operatorByName(database, name))?.passwordHash ?? null
  return (await hashing.fits(stored, password, lineOfOperator(name))) ? stored : before
}

const tryAnswers = {
  failed: () => refuse('operatorSignInFailed'),
  locked: (minutes: number) => refuse('operatorSignInLocked', { minutes }),
}

/**
 * Unlocks the caller's session with the password. The session counts as a device of its own, so
 * nobody else uses up its tries.
 * @throws Refused `operatorSignInFailed` or `operatorSignInLocked`.
 */
export async function unlock(
  database: Database,
  { hashing, countTry }: Comparing,
  { operator, password }: { operator: Operator; password: string },
): Promise<void> {
  const { name, sessionHash } = operator
  const known = await operatorByName(database, name)
  await countTry(
    { who: `operator ${name}`, knownDevice: sessionHash.toString('hex') },
    () => hashing.fits(known?.passwordHash ?? null, password, lineOfOperator(name)),
    tryAnswers,
  )
  if (known) await renewed(database, hashing, known, password)
  await inTransaction(database, async tx => {
    await unlockSession(tx, operator.sessionId)
    await recordAct(tx, operator, { action: 'unlock', object: name })
  })
}

/**
 * The operator of a token of this realm. Throws `sessionExpired` for anything else, and for a
 * tool's session that was not used; the console's is locked then. A call counts as use.
 */
export async function authenticateOperator(
  database: Database,
  token: string | null,
  isUse: boolean,
): Promise<Operator> {
  if (token === null || !TOKEN.test(token)) return refuse('sessionExpired')
  const row = await findSession(database, tokenHash(token))
  if (!row) return refuse('sessionExpired')
  const operator = callerOf(row, token)
  if (isIdle(row.session.lastSeenAt, row.now)) {
    if (row.session.kind === 'tool') refuse('sessionExpired')
    return operator
  }
  if (isUse) await touchSession(database, row.session.id, IDLE_MINUTES)
  return operator
}

/** Refuses an operator whose session lacks this proof. */
export function checkProof(
  { standing }: Operator,
  proof: OperatorProof,
  isOptional: boolean,
): void {
  const missing = missingProof(standing, proof, isOptional)
  if (missing) refuse(missing.refusal, missing.slots)
}

/** The session of a caller as it is now. */
export async function sessionOf(reader: Database | Tx, operator: Operator): Promise<LiveSession> {
  return (await findSession(reader, operator.sessionHash)) ?? refuse('sessionExpired')
}

/**
 * Refuses a session that was not opened within the last minutes: one that was left open is not
 * enough for a first key or factor.
 */
export async function refuseStale(reader: Database | Tx, operator: Operator): Promise<void> {
  const { session, now } = await sessionOf(reader, operator)
  if (!isRecent(session.signedInAt, now)) refuse('operatorSignInStale', { minutes: RECENT_MINUTES })
}

const callerOf = ({ session, factors, now, ...row }: LiveSession, token: string): Operator => ({
  operatorId: row.id,
  name: row.name,
  role: row.role,
  memberId: row.memberId,
  sessionId: session.id,
  sessionHash: tokenHash(token),
  standing: {
    isLocked: session.kind === 'console' && isIdle(session.lastSeenAt, now),
    factors,
    provenAt: session.provenAt,
    now,
  },
})
