import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import { inTransaction, sqlState } from '../database/transaction.ts'
import { refuse } from '../refused.ts'
import type { Sealing } from '../sealing.ts'

/** Names of body fields that never enter a fingerprint: a hash of a PIN is a cracked PIN. */
const secretFields = new Set(['paymentPassword', 'loginPassword', 'code', 'emailCode'])

export interface MoneyAct {
  memberId: string
  operation: string
  key: string
  fingerprint: Buffer
}

/** HMAC over the operation's parameters and its body without secrets, keys sorted. */
export function fingerprintOf(key: Buffer, params: unknown, body: unknown): Buffer {
  return createHmac('sha256', key).update(canonical({ params, body })).digest()
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (secretFields.has(name)) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Where an answer is sealed: it can hold what its room seals in its own tables. */
const placeOf = (act: MoneyAct): string => `answer of ${act.memberId} ${act.operation} ${act.key}`

/** The stored answer of an act that has already happened, or null. Refuses another body. */
export async function replayOf(
  database: Database | Tx,
  sealing: Sealing,
  act: MoneyAct,
): Promise<{ answer: unknown } | null> {
  const row = await database
    .selectFrom('idempotencyKey')
    .select(['fingerprint', 'answer', 'answerSealed'])
    .where('memberId', '=', act.memberId)
    .where('operation', '=', act.operation)
    .where('key', '=', act.key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.fingerprint.equals(act.fingerprint)) refuse('keyReused')
  const { answer, answerSealed } = row
  return { answer: answerSealed ? JSON.parse(sealing.open(answerSealed, placeOf(act))) : answer }
}

/**
 * Runs `work` at most once per (member, operation, key): the key's row and its answer are written
 * in the transaction of the effect. A twin under way makes this wait 2 s, then refuse
 * `stillUnderWay`. Refusals roll the row back with everything else, so the key stays free.
 */
export async function once(
  database: Database,
  sealing: Sealing,
  act: MoneyAct,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  return inTransaction(database, async tx => {
    if (!(await claim(tx, act))) {
      const replay = await replayOf(tx, sealing, act)
      if (!replay) return refuse('stillUnderWay')
      return { answer: replay.answer, replayed: true }
    }
    const answer = await work(tx)
    await tx
      .updateTable('idempotencyKey')
      .set({ answerSealed: sealing.seal(JSON.stringify(answer), placeOf(act)) })
      .where('memberId', '=', act.memberId)
      .where('operation', '=', act.operation)
      .where('key', '=', act.key)
      .execute()
    return { answer, replayed: false }
  })
}

async function claim(tx: Tx, act: MoneyAct): Promise<boolean> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
  try {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotencyKey')
      .values({
        memberId: act.memberId,
        operation: act.operation,
        key: act.key,
        fingerprint: act.fingerprint,
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return refuse('stillUnderWay')
    throw error
  } finally {
    await sql`set local lock_timeout = '3s'`.execute(tx).catch(() => {})
  }
}
