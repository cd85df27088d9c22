import { createHash, randomBytes } from 'node:crypto'
import type { OperatorRole } from '@banyan/domain'
import type { Selectable } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import type { OperatorAct } from './generated.ts'

export type ActRow = Selectable<OperatorAct>

/**
 * An act of an operator with its object and its reason. Only hashes of `before` and `after` are
 * stored.
 */
export interface Act {
  action: string
  /** A readable name: a case number, an operator's name. */
  object: string
  reason?: string | null
  before?: unknown
  after?: unknown
}

/**
 * The author of an act: an operator with a session, the command line of the server, or a person who
 * was not signed in.
 */
export type Doer = Operator | 'house' | 'unknown'

const FIRST = Buffer.alloc(32)
/** Serializes writers of the chain until their transaction ends. */
/**
 * Writes an act into the audit log, in the transaction of the act: chained to the act before by
 * `SHA-256(0x00 ‖ canonical JSON)` (security.md 4.12). Must be called last, because others wait for
 * it.
 */
export async function recordAct(tx: Tx, doer: Doer, act: Act): Promise<void> {
  await holdLock(tx, 'operatorActs')
  const last = await tx
    .selectFrom('operatorAct')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const record = {
    seq: (last?.seq ?? 0) + 1,
    at: await systemNow(tx),
    ...signatureOf(doer),
    action: act.action,
    object: act.object,
    reason: act.reason ?? null,
    beforeHash: hashOfFacts(act.before),
    afterHash: hashOfFacts(act.after),
    prev: last?.hash ?? FIRST,
  }
  await tx
    .insertInto('operatorAct')
    .values({ ...record, hash: hashOfAct(record) })
    .execute()
}

/**
 * Without a session, 32 random bytes take the place of its hash. The hashes of acts are public, and
 * an act without an unknown part could be found by trying candidates.
 */
const signatureOf = (doer: Doer) =>
  typeof doer === 'string'
    ? { operatorId: null, actor: doer, role: doer, sessionHash: randomBytes(32) }
    : {
        operatorId: doer.operatorId,
        actor: doer.name,
        role: doer.role,
        sessionHash: doer.sessionHash,
      }

const hashOfFacts = (facts: unknown): Buffer | null =>
  facts === undefined ? null : createHash('sha256').update(canonical(facts)).digest()

/** The hash of an act's record and of the act before it. */
function hashOfAct(record: Omit<ActRow, 'hash'> & { role: OperatorRole | 'house' | string }) {
  const { seq, at, operatorId, actor, role, sessionHash, action, object, reason } = record
  const { beforeHash, afterHash, prev } = record
  return createHash('sha256')
    .update(Buffer.of(0))
    .update(
      canonical({
        seq,
        at: at.toISOString(),
        operatorId,
        actor,
        role,
        action,
        object,
        reason,
        sessionHash: hex(sessionHash),
        beforeHash: hex(beforeHash),
        afterHash: hex(afterHash),
        prev: hex(prev),
      }),
    )
    .digest()
}

const hex = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null

/** JSON with sorted keys (RFC 8785 for the kinds of values that occur here); bigints as text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** A page of acts, newest first, of one operator, or of all (null). */
export async function actsPage(
  database: Database,
  operatorId: string | null,
  page: { after: number | null; limit: number },
): Promise<ActRow[]> {
  let query = database
    .selectFrom('operatorAct')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
  if (operatorId !== null) query = query.where('operatorId', '=', operatorId)
  if (page.after !== null) query = query.where('seq', '<', page.after)
  return query.execute()
}

/** The hashes of acts after the given one, oldest first. */
export const hashesAfter = (
  database: Database,
  seq: number,
  limit: number,
): Promise<Pick<ActRow, 'seq' | 'hash'>[]> =>
  database
    .selectFrom('operatorAct')
    .select(['seq', 'hash'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()

const READ_AT_ONCE = 1_000

/** I14: the log is one unbroken chain from its first act, and every hash matches its record. */
export async function checkOperators(database: Database): Promise<Breach[]> {
  const breaches: Breach[] = []
  let before: Pick<ActRow, 'seq' | 'hash'> = { seq: 0, hash: FIRST }
  for (;;) {
    const rows: ActRow[] = await database
      .selectFrom('operatorAct')
      .selectAll()
      .where('seq', '>', before.seq)
      .orderBy('seq')
      .limit(READ_AT_ONCE)
      .execute()
    for (const row of rows) {
      if (row.seq !== before.seq + 1 || !row.prev.equals(before.hash))
        breaches.push({
          invariant: 'I14 audit chain',
          what: `act ${row.seq} does not follow ${before.seq}`,
        })
      if (!hashOfAct(row).equals(row.hash))
        breaches.push({
          invariant: 'I14 audit chain',
          what: `act ${row.seq} is not what its hash says`,
        })
      before = row
    }
    if (rows.length < READ_AT_ONCE) return breaches
  }
}
