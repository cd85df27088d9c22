import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type OperatorRole, presentDays } from '@banyan/domain'
import { lineOfOperator } from '../identity/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { recordAct } from './acts.ts'
import type { OperatorContext } from './context.ts'
import { deviceHash } from './devices.ts'
import {
  arbitratorsWithSignIn,
  everSetUp,
  insertOperator,
  keepDevice,
  lockOperator,
  lockOperators,
  operatorByName,
  saveOperator,
} from './store.ts'

/** security.md 4.13: an account can be set up once, within a quarter of an hour. */
export const SECRET_MS = 15 * 60_000

const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The columns for the set-up of an account by a secret, from now on. */
export const setUpWith = (secret: string, now: Date) => ({
  secretHash: secretHash(secret),
  secretUntil: new Date(now.getTime() + SECRET_MS),
})

/** Administrators who are created by the command line; later accounts need two administrators. */
const FOUNDERS = 2
const FOUNDED =
  'The platform has its two administrators: one of them proposes an account or a role, another approves it (docs/operators.md).'

/** The name is taken, the member is another operator, or the founding is complete. */
export class NotAdded extends Error {}

/**
 * Creates an operator's account during the founding, while the platform has not had two
 * administrators. Returns the secret that chooses its password, which is shown this once. An
 * existing account that has not been set up gets a new secret.
 * @throws NotAdded with the reason in a sentence.
 */
export async function addOperator(
  database: Database,
  asked: { name: string; role: OperatorRole; memberId: string | null },
): Promise<string> {
  const secret = randomBytes(24).toString('base64url')
  await inTransaction(database, async tx => {
    await lockOperators(tx)
    const founders = (await everSetUp(tx, 'administrator')).filter(name => !isDemoName(name))
    if (founders.length >= FOUNDERS) throw new NotAdded(FOUNDED)
    const now = await systemNow(tx)
    const until = setUpWith(secret, now)
    const known = await lockOperator(tx, asked.name)
    if (!known)
      await insertOperator(tx, {
        id: newUuid(now.getTime()),
        name: asked.name,
        role: asked.role,
        createdAt: now,
        memberId: asked.memberId,
        ...until,
      })
    else if (known.passwordHash !== null || known.role !== asked.role)
      throw new NotAdded(`There is an operator ${asked.name} already.`)
    else await saveOperator(tx, known.id, until)
    await recordAct(tx, 'house', { action: `operator add ${asked.role}`, object: asked.name })
  })
  return secret
}

/** Ends an operator's account and its sessions. Returns false when there is none. */
export const disableOperator = (database: Database, name: string): Promise<boolean> =>
  inTransaction(database, async tx => {
    const operator = await lockOperator(tx, name)
    if (!operator || operator.disabledAt) return false
    await saveOperator(tx, operator.id, { disabledAt: await systemNow(tx) })
    await recordAct(tx, 'house', { action: 'operator disable', object: name })
    return true
  })

/** Chooses the password with the secret, once. */
export async function setUp(
  database: Database,
  { hashing }: Pick<OperatorContext, 'hashing'>,
  asked: { name: string; secret: string; password: string; deviceCode?: string | undefined },
): Promise<void> {
  const passwordHash = await hashing.hash(asked.password, lineOfOperator(asked.name))
  await inTransaction(database, async tx => {
    const operator = await lockOperator(tx, asked.name)
    const now = await systemNow(tx)
    const isRight =
      operator?.secretHash?.equals(secretHash(asked.secret)) &&
      operator.secretUntil !== null &&
      now < operator.secretUntil
    if (!operator || !isRight) return refuse('operatorSecretUnknown')
    await saveOperator(tx, operator.id, { passwordHash, secretHash: null, secretUntil: null })
    if (asked.deviceCode !== undefined)
      await keepDevice(tx, operator.id, deviceHash(asked.deviceCode))
    await recordAct(tx, 'house', { action: 'operator set up', object: operator.name })
  })
}

/**
 * Operators of a demonstration: enough arbitrators for a ruling and its review, and two of each
 * role that decides in pairs.
 */
const demo: readonly (readonly [string, OperatorRole])[] = [
  ['demo-support', 'support'],
  ['demo-reviewer', 'reviewer'],
  ['demo-arbitrator-1', 'arbitrator'],
  ['demo-arbitrator-2', 'arbitrator'],
  ['demo-arbitrator-3', 'arbitrator'],
  ['demo-arbitrator-4', 'arbitrator'],
  ['demo-treasurer', 'treasurer'],
  ['demo-treasurer-2', 'treasurer'],
  ['demo-administrator-1', 'administrator'],
  ['demo-administrator-2', 'administrator'],
]

export interface DemoOperator {
  name: string
  role: OperatorRole
  password: string
}

/**
 * Creates the missing operators of a demonstration. Returns all of them, to be printed. Their
 * passwords are derived from the platform's own secret, so they are the same at every start.
 */
export async function addDemoOperators(
  database: Database,
  { hashing }: Pick<OperatorContext, 'hashing'>,
  pepper: Buffer,
): Promise<DemoOperator[]> {
  const all = demo.map(([name, role]) => ({ name, role, password: demoPassword(pepper, name) }))
  for (const { name, role, password } of all) {
    if (await operatorByName(database, name)) continue
    const passwordHash = await hashing.hash(password, lineOfOperator(name))
    await inTransaction(database, async tx => {
      const now = await systemNow(tx)
      const id = newUuid(now.getTime())
      await insertOperator(tx, { id, name, role, memberId: null, createdAt: now, passwordHash })
      await recordAct(tx, 'house', { action: `operator add ${role}`, object: name })
    })
  }
  return all
}

const demoPassword = (pepper: Buffer, name: string): string =>
  createHmac('sha256', pepper).update(`password of ${name}`).digest('base64url').slice(0, 16)

/** A demonstration's operators sign in only where the platform is a demonstration. */
export const isDemoName = (name: string): boolean => demo.some(([known]) => known === name)

export interface KnownArbitrator {
  operatorId: string
  memberId: string | null
  name: string
  signedInAt: Date | null
  present: boolean
}

/**
 * Arbitrators who can sign in. One who has signed in lately counts as present. Those of a
 * demonstration always do: nobody works there, and every visitor can sign in as each of them.
 */
export async function arbitrators(
  reader: Database | Tx,
  { demo: isDemo }: Pick<OperatorContext, 'demo'>,
): Promise<KnownArbitrator[]> {
  const rows = await arbitratorsWithSignIn(reader, presentDays)
  return rows
    .filter(({ name }) => isDemo || !isDemoName(name))
    .map(({ isLate, ...row }) => ({ ...row, present: isDemoName(row.name) || !isLate }))
}

/** A support operator. */
export interface KnownSupport {
  operatorId: string
  name: string
  memberId: string | null
}

/** The support operator of this name who is set up and not ended; null if there is none. */
export async function supportNamed(
  reader: Database | Tx,
  name: string,
): Promise<KnownSupport | null> {
  const row = await operatorByName(reader, name)
  if (row?.role !== 'support' || row.disabledAt !== null || row.passwordHash === null) return null
  return { operatorId: row.id, name: row.name, memberId: row.memberId }
}
