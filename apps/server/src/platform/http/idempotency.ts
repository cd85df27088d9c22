import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Batches, type Outcome, outcomeOf } from '../batches.ts'
import type { Database, Tx } from '../database/connect.ts'
import { endWith } from '../database/pipelined.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import { inTransaction, ReadAnew } from '../database/transaction.ts'
import { sqlState } from '../database/unavailable.ts'
import type { KeyRing } from '../key-ring.ts'
import { Refused, refuse } from '../refused.ts'
import type { Sealing } from '../sealing.ts'

/** Names of body fields that never enter a fingerprint: a hash of a PIN is a cracked PIN. */
const secretFields = new Set(['paymentPassword', 'loginPassword', 'code', 'emailCode', 'stepUp'])

export interface MoneyAct {
  memberId: string
  operation: string
  key: string
  fingerprint: Buffer
  /** The same under other accepted keys, while the fingerprint key is rotated. */
  otherFingerprints?: readonly Buffer[]
}

/** HMAC over the operation's parameters and its body without secrets, keys sorted. */
export function fingerprintOf(key: Buffer, params: unknown, body: unknown): Buffer {
  return createHmac('sha256', key).update(canonical({ params, body })).digest()
}

/** The fingerprints of a call under every accepted key. */
export function fingerprintsOf(
  keys: KeyRing,
  params: unknown,
  body: unknown,
): Pick<MoneyAct, 'fingerprint' | 'otherFingerprints'> {
  const [current, ...others] = keys.accepted
  const print = ({ key }: { key: Buffer }) => fingerprintOf(key, params, body)
  return { fingerprint: print(current), otherFingerprints: others.map(print) }
}

const isOfBody = ({ fingerprint, otherFingerprints = [] }: MoneyAct, stored: Buffer): boolean =>
  [fingerprint, ...otherFingerprints].some(one => one.equals(stored))

function canonical(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (secretFields.has(name)) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const LOCK_NOT_AVAILABLE = '55P03'

/** An answer for its caller: new, or repeated. */
export interface ActAnswer {
  answer: unknown
  replayed: boolean
}

/** Identifies an act for ever. */
const nameOf = (act: Pick<MoneyAct, 'memberId' | 'operation' | 'key'>): string =>
  `${act.memberId} ${act.operation} ${act.key}`

/**
 * The place to which an answer is bound when it is encrypted: it can contain what its module
 * encrypts in its own tables.
 */
const placeOf = (act: MoneyAct): string => `answer of ${nameOf(act)}`

/** An answer in its stored form. */
const sealed = (sealing: Sealing, act: MoneyAct, answer: unknown): Buffer =>
  sealing.seal(JSON.stringify(answer), placeOf(act))

interface StoredRow {
  fingerprint: Buffer
  answer: unknown
  answerSealed: Buffer | null
}

/** The answer of an act that has happened. Refuses another body under its key. */
function storedAnswer(
  sealing: Sealing,
  act: MoneyAct,
  { fingerprint, answer, answerSealed }: StoredRow,
): ActAnswer {
  if (!isOfBody(act, fingerprint)) refuse('keyReused')
  const stored = answerSealed ? JSON.parse(sealing.open(answerSealed, placeOf(act))) : answer
  return { answer: stored, replayed: true }
}

/** The stored answer of an act that has already happened, or null. Refuses another body. */
export async function replayOf(
  database: Database | Tx,
  sealing: Sealing,
  act: MoneyAct,
): Promise<ActAnswer | null> {
  const row = await database
    .selectFrom('idempotencyKey')
    .select(['fingerprint', 'answer', 'answerSealed'])
    .where('memberId', '=', act.memberId)
    .where('operation', '=', act.operation)
    .where('key', '=', act.key)
    .executeTakeFirst()
  return row ? storedAnswer(sealing, act, row) : null
}

/** As `replayOf`; those that are asked for at once are read by one statement. */
export function replayReader(database: Database, sealing: Sealing) {
  const reads = new Batches<MoneyAct, ActAnswer | null>(async (_, acts) => {
    const stored = await storedRows(database, acts)
    return acts.map(act =>
      outcomeOf(() => {
        const row = stored.get(nameOf(act))
        return row ? storedAnswer(sealing, act, row) : null
      }),
    )
  })
  return (act: MoneyAct): Promise<ActAnswer | null> => reads.ask('replays', act)
}

/**
 * Runs `work` at most once per (member, operation, key): the key's row and its answer are written
 * in the transaction of the effect. A concurrent call with the same key waits 2 s, then gets
 * `stillUnderWay`. Refusals roll the row back with everything else, so the key stays free.
 */
export async function once(
  database: Database,
  sealing: Sealing,
  act: MoneyAct,
  work: (tx: Tx) => Promise<unknown>,
): Promise<ActAnswer> {
  return inTransaction(database, async tx => {
    if (!(await claim(tx, act))) {
      const replay = await replayOf(tx, sealing, act)
      return replay ?? refuse('stillUnderWay')
    }
    const answer = await work(tx)
    await endWith(tx, storeAnswer.of({ ...act, answerSealed: sealed(sealing, act, answer) }))
    return { answer, replayed: false }
  })
}

const storeAnswer = prepared(
  'key_answer',
  (given: Placeholders<MoneyAct & { answerSealed: Buffer }>) => sql`
    update idempotency_key set answer_sealed = ${given.answerSealed}::bytea
    where member_id = ${given.memberId}::uuid and operation = ${given.operation}::text and key = ${given.key}::text`,
)

/**
 * One statement, because every money call begins with it: it waits 2 s for a concurrent call with
 * the same key; later statements wait 3 s. The limit is derived from the connection's own, so that
 * a connection with a longer limit keeps it throughout.
 */
async function claim(tx: Tx, act: MoneyAct): Promise<boolean> {
  try {
    return (await insertKey(tx, act)).length === 1
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return refuse('stillUnderWay')
    throw error
  }
}

const insertKey = prepared(
  'key_claim',
  (act: Placeholders<MoneyAct>) => sql<{ setConfig: string }>`
    with own as materialized (select current_setting('lock_timeout') as lock_timeout),
    patience as materialized (select set_config('lock_timeout',
      (extract(epoch from lock_timeout::interval) * 2000 / 3)::integer::text, true) from own)
    insert into idempotency_key (member_id, operation, key, fingerprint)
    select ${act.memberId}::uuid, ${act.operation}::text, ${act.key}::text, ${act.fingerprint}::bytea from patience
    on conflict do nothing
    returning set_config('lock_timeout', (select lock_timeout from own), true)`,
)

/** One of many money calls of one operation: the act, and what the module must know of it. */
export interface Asked<Ask> {
  act: MoneyAct
  ask: Ask
}

/**
 * As `once`, for many in one transaction: `work` returns an outcome for each, in their order, and a
 * refusal is an outcome; an error that it throws rolls all of them back. Equal keys among them are
 * one act.
 */
export async function onceEach<Ask>(
  database: Database,
  sealing: Sealing,
  asked: readonly Asked<Ask>[],
  work: (tx: Tx, asks: readonly Ask[]) => Promise<Outcome<unknown>[]>,
): Promise<Outcome<ActAnswer>[]> {
  const leaders = new Map<string, Asked<Ask>>()
  for (const one of asked) if (!leaders.has(nameOf(one.act))) leaders.set(nameOf(one.act), one)
  const first = [...leaders.values()]
  const outcomes = new Map<Asked<Ask>, Outcome<ActAnswer>>()
  const newOutcomes = await inTransaction(database, tx => carry(tx, sealing, first, work))
  for (const [i, one] of first.entries()) outcomes.set(one, newOutcomes[i] as Outcome<ActAnswer>)
  const left: Asked<Ask>[] = []
  /** Refused acts whose key another body may use now: what comes later waits for its outcome. */
  const open = new Set<string>()
  for (const one of asked) {
    if (outcomes.has(one)) continue
    const name = nameOf(one.act)
    const leader = leaders.get(name) as Asked<Ask>
    const outcome = outcomes.get(leader) as Outcome<ActAnswer>
    const isSame = isOfBody(one.act, leader.act.fingerprint)
    // A refusal has changed nothing: a repetition is refused for the same reason, and another body
    // may use the key, before what comes after it.
    if (isSame && !open.has(name)) outcomes.set(one, asReplay(outcome))
    else if ('value' in outcome) outcomes.set(one, { error: new Refused('keyReused') })
    else {
      open.add(name)
      left.push(one)
    }
  }
  const later = left.length > 0 ? await onceEach(database, sealing, left, work) : []
  for (const [i, one] of left.entries()) outcomes.set(one, later[i] as Outcome<ActAnswer>)
  return asked.map(one => outcomes.get(one) as Outcome<ActAnswer>)
}

const asReplay = (outcome: Outcome<ActAnswer>): Outcome<ActAnswer> =>
  'value' in outcome ? { value: { ...outcome.value, replayed: true } } : outcome

async function carry<Ask>(
  tx: Tx,
  sealing: Sealing,
  asked: readonly Asked<Ask>[],
  work: (tx: Tx, asks: readonly Ask[]) => Promise<Outcome<unknown>[]>,
): Promise<Outcome<ActAnswer>[]> {
  const stored = await storedRows(
    tx,
    asked.map(({ act }) => act),
  )
  const fresh = asked.filter(({ act }) => !stored.has(nameOf(act)))
  const asks = fresh.map(({ ask }) => ask)
  const newOutcomes = asks.length > 0 ? await work(tx, asks) : []
  const done = fresh.flatMap(({ act }, i) => {
    const outcome = newOutcomes[i]
    return outcome && 'value' in outcome ? [{ act, answer: outcome.value }] : []
  })
  await storeAnswers(tx, sealing, done)
  // While these waited for their rows, the same act may have been done by another process: it is refused
  // here for what it has left itself, and gets its own answer.
  const refused = fresh.flatMap(({ act }, i) => ('error' in (newOutcomes[i] ?? {}) ? [act] : []))
  const meanwhile = refused.length > 0 ? await storedRows(tx, refused) : stored
  const byAct = new Map(fresh.map((one, i) => [one, newOutcomes[i] as Outcome<unknown>]))
  return asked.map(one => {
    const row = stored.get(nameOf(one.act)) ?? meanwhile.get(nameOf(one.act))
    if (row) return outcomeOf(() => storedAnswer(sealing, one.act, row))
    const outcome = byAct.get(one) as Outcome<unknown>
    return 'value' in outcome ? { value: { answer: outcome.value, replayed: false } } : outcome
  })
}

async function storedRows(
  tx: Database | Tx,
  acts: readonly MoneyAct[],
): Promise<Map<string, StoredRow>> {
  const { rows } = await sql<StoredRow & Omit<MoneyAct, 'fingerprint'>>`
    select member_id, operation, key, fingerprint, answer, answer_sealed
    from unnest(${acts.map(one => one.memberId)}::uuid[], ${acts.map(one => one.operation)}::text[],
      ${acts.map(one => one.key)}::text[]) as given (member_id, operation, key)
    join idempotency_key using (member_id, operation, key)`.execute(tx)
  return new Map(rows.map(row => [nameOf(row), row]))
}

/** Keys are written in one order everywhere; one that has appeared meanwhile is another node's. */
async function storeAnswers(
  tx: Tx,
  sealing: Sealing,
  done: readonly { act: MoneyAct; answer: unknown }[],
): Promise<void> {
  if (done.length === 0) return
  const rows = done
    .map(({ act, answer }) => {
      const { memberId, operation, key, fingerprint } = act
      return { memberId, operation, key, fingerprint, answerSealed: sealed(sealing, act, answer) }
    })
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKey')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== BigInt(rows.length))
    throw new ReadAnew('a key was used meanwhile')
}
