import { generateSecret, generateURI, verify } from 'otplib'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { OperatorContext } from './context.ts'
import { insertTotp, lockTotp, saveTotp, type TotpRow } from './factor-store.ts'
import { noteProven, refuseToAdd } from './factors.ts'
import { lockOperator } from './store.ts'

/** A code holds for its half minute, and for the one before and after: clocks differ. */
const TOLERANCE_SECONDS = 30

type TotpContext = Pick<OperatorContext, 'sealing' | 'countTry'>

const placeOf = (id: string): string => `totp ${id}`

/** Begins to add an authenticator: draws its secret, which is answered this once. */
export const beginAuthenticator = (
  database: Database,
  { sealing }: TotpContext,
  operator: Operator,
): Promise<{ secret: string; uri: string }> =>
  inTransaction(database, async tx => {
    await refuseToAdd(tx, operator)
    if (await lockTotp(tx, operator.operatorId, 'added')) refuse('operatorFactorThere')
    const begunAt = await systemNow(tx)
    const id = newUuid(begunAt.getTime())
    const secret = generateSecret()
    const secretSealed = sealing.seal(secret, placeOf(id))
    await insertTotp(tx, { id, operatorId: operator.operatorId, secretSealed, begunAt })
    return { secret, uri: generateURI({ issuer: 'Banyan', label: operator.name, secret }) }
  })

/** Adds the authenticator that was begun last, with its first code. */
export const addAuthenticator = (
  database: Database,
  context: TotpContext,
  { operator, code }: { operator: Operator; code: string },
): Promise<{ provenAt: string }> =>
  withCountedCode(database, context, operator, async tx => {
    await refuseToAdd(tx, operator)
    // Two that are added at once: the later one finds the earlier one.
    await lockOperator(tx, operator.name)
    if (await lockTotp(tx, operator.operatorId, 'added')) refuse('operatorFactorThere')
    const begun = await lockTotp(tx, operator.operatorId, 'begun')
    const at = await systemNow(tx)
    const step = begun && (await stepOf(begun, context, { code, at }))
    if (!begun || step === null || step === undefined) return null
    await saveTotp(tx, begun.id, { addedAt: at, usedAt: at, lastStep: step })
    return noteProven(tx, operator, { at, action: 'add totp', object: operator.name })
  })

/** Proves the authenticator with its present code. No code is taken twice. */
export const proveAuthenticator = (
  database: Database,
  context: TotpContext,
  { operator, code }: { operator: Operator; code: string },
): Promise<{ provenAt: string }> =>
  withCountedCode(database, context, operator, async tx => {
    const row = await lockTotp(tx, operator.operatorId, 'added')
    if (!row) return refuse('operatorFactorMissing')
    const at = await systemNow(tx)
    const step = await stepOf(row, context, { code, at })
    if (step === null) return null
    if (step <= row.lastStep) refuse('operatorCodeUsed')
    await saveTotp(tx, row.id, { usedAt: at, lastStep: step })
    return noteProven(tx, operator, { at, action: 'prove totp', object: operator.name })
  })

/**
 * Counts a try at a code before it is compared: a wrong one makes the operator wait like a wrong
 * password, but apart from those. `prove` answers null for a wrong code.
 */
async function withCountedCode<T>(
  database: Database,
  { countTry }: TotpContext,
  operator: Operator,
  prove: (tx: Tx) => Promise<T | null>,
): Promise<T> {
  let proven: T | null = null
  await countTry(
    { who: `operator code ${operator.name}`, knownDevice: null },
    async () => {
      proven = await inTransaction(database, prove)
      return proven !== null
    },
    {
      failed: () => refuse('operatorCodeWrong'),
      locked: minutes => refuse('operatorSignInLocked', { minutes }),
    },
  )
  if (proven === null) throw new Error('a code that was not right was taken')
  return proven
}

/** The half minute whose code this is, or null. */
async function stepOf(
  row: TotpRow,
  { sealing }: TotpContext,
  { code, at }: { code: string; at: Date },
): Promise<number | null> {
  const result = await verify({
    secret: sealing.open(row.secretSealed, placeOf(row.id)),
    token: code,
    epoch: Math.floor(at.getTime() / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
