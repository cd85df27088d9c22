import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import { canonical, commitment, hashOfRecord, newSalt, recordOf } from './audit/record.ts'
import { accountIdsOf } from './audit/store.ts'

/**
 * An act of an operator with its object and its reason. Only salted hashes of `before` and `after`
 * are stored.
 */
export interface Act {
  action: string
  /** A readable name without personal data: a case number, an id, an operator's name. */
  object: string
  reason?: string | null
  /** True where the reason is written for the members whom the act concerns: they read it. */
  reasonForMember?: boolean
  before?: unknown
  after?: unknown
  /** The members whose accounts the act concerns: they see it. */
  members?: readonly string[]
}

/**
 * The author of an act: an operator with a session, the command line of the server, or a person who
 * was not signed in.
 */
export type Doer = Operator | 'house' | 'unknown'

export const FIRST = Buffer.alloc(32)

/**
 * Writes an act into the audit log, in the transaction of the act: chained to the act before by
 * `SHA-256(0x00 ‖ canonical JSON)` (security.md 4.12). Must be called last, because others wait for
 * it: one writer at a time has the end of the chain until its transaction ends.
 */
export async function recordAct(tx: Tx, doer: Doer, act: Act): Promise<void> {
  const people = await peopleOf(tx, act.members ?? [])
  const salt = newSalt()
  const hashed = (kind: 'before' | 'after', facts: unknown) =>
    facts === undefined ? null : commitment(salt, kind, canonical(facts))
  const reason = act.reason ?? null
  await announceToOperators(tx, 'audit')
  await holdLock(tx, 'operatorActs')
  const { at, last } = await endOfLog(tx)
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at,
    ...signatureOf(doer),
    action: act.action,
    object: act.object,
    form: 2,
    reason: null,
    reasonHash: reason === null ? null : commitment(salt, 'reason', reason),
    beforeHash: hashed('before', act.before),
    afterHash: hashed('after', act.after),
    prev: last?.hash ?? FIRST,
  }
  const record = recordOf(row, { members: people.map(one => one.commitment) })
  await tx
    .insertInto('operatorAct')
    .values({ ...row, hash: hashOfRecord(record) })
    .execute()
  if (row.reasonHash || row.beforeHash || row.afterHash)
    await tx
      .insertInto('operatorActText')
      .values({ seq: row.seq, salt, reason, forMember: act.reasonForMember === true })
      .execute()
  if (people.length > 0)
    await tx
      .insertInto('operatorActMember')
      .values(
        people.map(({ memberId, salt: own }, at) => ({
          seq: row.seq,
          place: at + 1,
          memberId,
          salt: own,
        })),
      )
      .execute()
}

/** The time and the last act, in one statement: others wait while it is read. */
async function endOfLog(tx: Tx): Promise<{ at: Date; last: { seq: number; hash: Buffer } | null }> {
  const { rows } = await sql<{ now: Date; seq: number | null; hash: Buffer | null }>`
    select house_now() as now, last.seq, last.hash from (values (1)) one
    left join lateral (select seq, hash from operator_act order by seq desc limit 1) last on true`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('the end of the audit log was not read')
  const { now: at, seq, hash } = row
  return { at, last: seq === null || hash === null ? null : { seq, hash } }
}

/** Each member once, with a salt of their own: what shows one member to be meant shows no other. */
async function peopleOf(tx: Tx, memberIds: readonly string[]) {
  const different = [...new Set(memberIds)]
  const accountIds = await accountIdsOf(tx, different)
  return different.map(memberId => {
    const accountId = accountIds.get(memberId)
    if (accountId === undefined) throw new Error(`an act concerns ${memberId}, who is no member`)
    const salt = newSalt()
    return { memberId, salt, commitment: commitment(salt, 'member', accountId) }
  })
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
