import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { meetInTurn } from '../../testing/meet.ts'
import { type Outcome, outcomeOf } from '../batches.ts'
import type { Tx } from '../database/connect.ts'
import { newUuid } from '../ids.ts'
import { ringOf } from '../key-ring.ts'
import { announce } from '../outbox/announce.ts'
import { Refused, refuse } from '../refused.ts'
import { openSealing } from '../sealing.ts'
import { type ActAnswer, type MoneyAct, once, onceEach } from './idempotency.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const sealing = openSealing(ringOf(randomBytes(32)))

/** An act out of few members, calls, keys and bodies, so that many of them meet. */
const drawnAct = fc.record({
  member: fc.nat({ max: 1 }),
  operation: fc.constantFrom('otc.take', 'otc.pay'),
  key: fc.constantFrom('first-key-of-all', 'second-key-of-all'),
  body: fc.nat({ max: 1 }),
})
type DrawnAct = typeof drawnAct extends fc.Arbitrary<infer Act> ? Act : never

/** Acts that come one after the other, or all in one transaction. One body may be refused. */
const drawnRound = fc.record({
  together: fc.boolean(),
  acts: fc.array(drawnAct, { minLength: 1, maxLength: 5 }),
  refused: fc.constantFrom(null, null, 0, 1),
})

const sample: DrawnAct = { member: 0, operation: 'otc.pay', key: 'first-key-of-all', body: 0 }
/** The last one is the refused one again, after another body has used its key. */
const overtaken: typeof drawnRound extends fc.Arbitrary<infer Round> ? Round : never = {
  together: true,
  acts: [sample, { ...sample, body: 1 }, sample],
  refused: 0,
}

/** An answer or a refusal, in words. */
const outcomeText = (outcome: Outcome<ActAnswer>): string => {
  if ('value' in outcome)
    return `${outcome.value.replayed ? 'again' : 'new'} ${JSON.stringify(outcome.value.answer)}`
  if (outcome.error instanceof Refused) return outcome.error.refusal
  throw outcome.error
}

it('a key answers its own member, call and body, and nothing else, alone and together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnRound, { maxLength: 6 }), async rounds => {
      const members = [newUuid(), newUuid()]
      /** What a key has done: by whom, in which call and with which body. */
      const done = new Map<string, { body: number; answer: string }>()
      let answers = 0
      for (const { together, acts, refused } of rounds) {
        const work = ({ body }: DrawnAct, answer: string) =>
          body === refused ? refuse('marketClosed') : { answer }
        const asked = acts.map(ask => ({ act: actOf(members, ask), ask }))
        const perform = (ask: DrawnAct) => work(ask, `${++answers}`)
        const outcomes = together
          ? await onceEach(db.database, sealing, asked, async (_, asks) =>
              asks.map(ask => outcomeOf(() => perform(ask))),
            )
          : await inTurn(
              asked.map(
                ({ act, ask }) =>
                  () =>
                    once(db.database, sealing, act, async () => perform(ask)),
              ),
            )
        for (const [i, ask] of acts.entries()) {
          const name = `${ask.member} ${ask.operation} ${ask.key}`
          const before = done.get(name)
          const text = outcomeText(outcomes[i] as Outcome<ActAnswer>)
          if (before) {
            expect(text).toBe(before.body === ask.body ? `again ${before.answer}` : 'keyReused')
          } else if (ask.body === refused) expect(text).toBe('marketClosed')
          else {
            expect(text).toMatch(/^new /)
            const answer = text.slice('new '.length)
            expect([...done.values()].map(one => one.answer)).not.toContain(answer)
            done.set(name, { body: ask.body, answer })
          }
        }
      }
    }),
    { numRuns: 20, examples: [[[overtaken]]] },
  )
})

it.each([1, 2])(
  'an act that two processes do at once is done once, and both get its answer (with %i others)',
  async others => {
    const { database } = db
    const act = (): MoneyAct => ({
      memberId: newUuid(),
      operation: 'otc.release',
      key: newUuid().replaceAll('-', ''),
      fingerprint: Buffer.of(1),
    })
    const same = act()
    // Done once for each subject, as a release of a trade is: a later one is refused.
    const work = async (tx: Tx, subjects: readonly string[]): Promise<Outcome<unknown>[]> => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
      const { rows } = await sql<{ subject: string }>`
        select subject from outbox where subject = any(${subjects}::text[])`.execute(tx)
      const done = new Set(rows.map(row => row.subject))
      const fresh = subjects.filter(subject => !done.has(subject))
      await announce(
        tx,
        fresh.map(subject => ({ memberId: same.memberId, topic: 'otc.trade', subject })),
      )
      return subjects.map(subject =>
        outcomeOf(() => (done.has(subject) ? refuse('stale') : { subject })),
      )
    }
    const subject = newUuid()
    const asked = () => [
      { act: same, ask: subject },
      ...Array.from({ length: others }, () => ({ act: act(), ask: newUuid() })),
    ]
    const [one, other] = [asked(), asked()]
    const latecomer = act()
    const sides = [one, other, [{ act: latecomer, ask: subject }]].map(
      side => () => onceEach(database, sealing, side, work),
    )
    const ends = await Promise.all(
      await meetInTurn(db, 'select pg_advisory_xact_lock(4711)', sides),
    )
    const texts = ends.map(end => end.map(outcomeText))
    const answer = (of: string) => JSON.stringify({ subject: of })
    expect(texts[0]).toEqual(one.map(({ ask }) => `new ${answer(ask)}`))
    expect(texts[1]).toEqual([
      `again ${answer(subject)}`,
      ...other.slice(1).map(({ ask }) => `new ${answer(ask)}`),
    ])
    expect(texts[2], 'another key for what is done').toEqual(['stale'])
  },
)

const actOf = (
  members: readonly string[],
  { member, operation, key, body }: DrawnAct,
): MoneyAct => ({
  memberId: members[member] as string,
  operation,
  key,
  fingerprint: Buffer.of(body),
})

async function inTurn(calls: readonly (() => Promise<ActAnswer>)[]): Promise<Outcome<ActAnswer>[]> {
  const outcomes: Outcome<ActAnswer>[] = []
  for (const call of calls)
    outcomes.push(
      await call().then(
        value => ({ value }),
        error => ({ error }),
      ),
    )
  return outcomes
}
