import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newUuid } from '../../platform/ids.ts'
import { Refused } from '../../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { meet, times } from '../../testing/meet.ts'
import { draftGroup } from '../draft.ts'
import {
  checkInvariants,
  houseAccount,
  type Lane,
  type LaneAnswer,
  memberAccount,
  openLane,
  openLedger,
  rideOf,
  type TransferOrder,
} from '../index.ts'
import { BatchRunner } from './batch-runner.ts'
import type { Companions } from './companions.ts'
import { LaneConnection } from './connection.ts'
import { type Command, deedsOf, namesOf } from './item.ts'
import { shelfTables, type Taking, takeJoined, taking } from './shelf.fixture.ts'

/**
 * A room's rows on the lane: with the money or not at all, each in its turn, as if every action had
 * been a transaction of its own.
 */
const ledger = openLedger()
let db: TestDatabase
let lane: Lane
let second: Lane
beforeAll(async () => {
  db = await openTestDatabase()
  await db.owner.query(shelfTables)
  lane = openLane(db.pool, { companions: [taking] })
  second = openLane(db.pool, { companions: [taking] })
})
afterAll(async () => {
  await Promise.all([lane.close(), second.close()])
  expect(await checkInvariants(db.database)).toEqual([])
  await db.close()
})

const usdt = (owner: string) => memberAccount(owner, 'USDT')
const give = (from: string, to: string, count: number, reference: string): TransferOrder => ({
  from: usdt(from),
  to: usdt(to),
  amount: BigInt(count),
  kind: 'otc_release',
  reference,
})
const recharge = (owner: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: usdt(owner),
  amount,
  kind: 'recharge',
  reference: newUuid(),
})

async function member(amount: bigint): Promise<string> {
  const owner = newUuid()
  await inTransaction(db.database, tx => ledger.post(tx, [recharge(owner, amount)]))
  return owner
}

async function shelf(remaining: number): Promise<string> {
  const name = newUuid()
  await db.owner.query('insert into shelf values ($1, $2)', [name, remaining])
  return name
}

interface Seen {
  remaining: number
  takings: number
  taken: number
}

/** What the room's tables say of a shelf. */
async function seen(name: string): Promise<Seen> {
  const { rows } = await db.owner.query(
    `select remaining, count(reference)::int as takings, coalesce(sum(count), 0)::int as taken
     from shelf left join taking on taking.shelf = name where name = $1 group by remaining`,
    [name],
  )
  return rows[0]
}

const available = async (owner: string) => {
  const { posted, held } = await ledger.balance(db.database, usdt(owner))
  return posted - held
}
const word = (answer: LaneAnswer): string =>
  answer.outcome === 'refused' ? answer.refused.refusal : answer.outcome
/** Every caller's own answer, or the message of the error that was thrown at him. */
const words = (asked: readonly Promise<LaneAnswer>[]): Promise<string[]> =>
  Promise.all(asked.map(one => one.then(word, (error: Error) => error.message)))

const shelfRow = (name: string) => `select from shelf where name = '${name}' for update`

function take(by: Lane, from: string, to: string, row: Omit<Taking, 'reference'>, key = newUuid()) {
  const reference = key
  return by.post([give(from, to, row.count, reference)], [rideOf(taking, { ...row, reference })])
}

describe("a room's rows on the lane", () => {
  it('are not written, and nothing is posted, when the room or the ledger refuses: for that caller', async () => {
    const [name, rich, poor, b] = [await shelf(6), await member(100n), await member(2n), newUuid()]
    const on = (from: string, count: number) => take(lane, from, b, { shelf: name, count })
    const answers = await words([
      on(rich, 7),
      on(poor, 3),
      on(rich, 4),
      on(rich, 3),
      lane.post([give(rich, b, 5, newUuid())]),
      on(poor, 2),
      on(rich, 1),
    ])
    expect(answers).toEqual([
      'stale',
      'insufficientBalance',
      'done',
      'stale',
      'done',
      'done',
      'stale',
    ])
    expect(await seen(name)).toEqual({ remaining: 0, takings: 2, taken: 6 })
    expect([await available(rich), await available(poor), await available(b)]).toEqual([
      91n,
      0n,
      11n,
    ])
  })

  it('ride with holds and their ends too, and alone', async () => {
    const [name, a, b] = [await shelf(10), await member(10n), newUuid()]
    const ride = (count: number) => [rideOf(taking, { reference: newUuid(), shelf: name, count })]
    const order = { account: usdt(a), amount: 4n, kind: 'withdrawal' } as const
    const held = await Promise.all([
      lane.hold({ ...order, reference: newUuid() }, ride(1)),
      lane.hold({ ...order, reference: newUuid() }, ride(11)),
      lane.hold({ ...order, reference: newUuid() }, ride(2)),
      lane.hold({ ...order, reference: newUuid() }, ride(1)),
    ])
    expect(held.map(word)).toEqual(['done', 'stale', 'done', 'insufficientBalance'])
    const [first, , third] = held.map(answer => ('id' in answer ? answer.id : ''))
    const pay = (count: number) => [give(a, b, count, newUuid())]
    expect(
      await words([
        lane.postHold(first as string, pay(3), ride(8)),
        lane.postHold(first as string, pay(3), ride(1)),
        lane.voidHold(third as string, ride(9)),
        lane.voidHold(third as string, ride(1)),
        lane.ride(ride(6)),
        lane.ride(ride(5)),
      ]),
    ).toEqual(['stale', 'done', 'stale', 'done', 'stale', 'done'])
    expect(await seen(name)).toEqual({ remaining: 0, takings: 5, taken: 10 })
    expect([await available(a), await available(b)]).toEqual([7n, 3n])
  })

  it('that cannot be decided or written fail alone', async () => {
    const [name, a, b] = [await shelf(100), await member(100n), newUuid()]
    const answers = await words(
      [1, 13, 2, 66, 3].map(count => take(lane, a, b, { shelf: name, count })),
    )
    const [unwritable, bug] = ['this row cannot be written', 'nobody asks for so many']
    expect(answers).toEqual(['done', unwritable, 'done', bug, 'done'])
    expect(await seen(name)).toEqual({ remaining: 94, takings: 3, taken: 6 })
    expect(await available(b)).toBe(6n)
  })

  it('give the last of a shelf to one of 50, over two nodes and the joined path', async () => {
    const [name, b] = [await shelf(1), newUuid()]
    const takers = await Promise.all(Array.from({ length: 50 }, () => member(5n)))
    const joined = (from: string): Promise<LaneAnswer> => {
      const row = { reference: newUuid(), shelf: name, count: 1 }
      const work = (tx: Tx) =>
        takeJoined(tx, row, () => ledger.post(tx, [give(from, b, 1, row.reference)]))
      return inTransaction(db.database, work).then(
        outcome => ({ outcome, id: row.reference }),
        refusedOf,
      )
    }
    const sides = takers.map((from, turn) => () => {
      if (turn % 5 === 0) return joined(from)
      return take(turn % 2 ? lane : second, from, b, { shelf: name, count: 1 })
    })
    // Each node is one session.
    const answers = await words(await meet(db, shelfRow(name), sides, { waiting: 12 }))
    expect(answers.filter(answer => answer === 'done')).toHaveLength(1)
    expect(answers.filter(answer => answer === 'stale')).toHaveLength(49)
    expect(await seen(name)).toEqual({ remaining: 0, takings: 1, taken: 1 })
    expect(await available(b)).toBe(1n)
  })

  it('are written once for a key that 64 callers bring at once', async () => {
    const [name, a, b, key] = [await shelf(64), await member(64n), newUuid(), newUuid()]
    const sides = times(64, turn =>
      take(turn % 2 ? lane : second, a, b, { shelf: name, count: 1 }, key),
    )
    const answers = await words(await meet(db, shelfRow(name), sides, { waiting: 2 }))
    expect(answers.filter(answer => answer === 'done')).toHaveLength(1)
    expect(answers.filter(answer => answer === 'replayed')).toHaveLength(63)
    expect(await seen(name)).toEqual({ remaining: 63, takings: 1, taken: 1 })
  })
})

const refusedOf = (error: unknown): LaneAnswer => {
  if (error instanceof Refused) return { outcome: 'refused', refused: error }
  throw error
}

type Act = { who: number; shelf: number; count: number; rides: boolean }

describe('a room on the lane and on the joined path', () => {
  it('gives the same answers and leaves the same tables', async () => {
    const act = fc.record<Act>({
      who: fc.integer({ min: 0, max: 2 }),
      shelf: fc.integer({ min: 0, max: 1 }),
      count: fc.integer({ min: 1, max: 4 }),
      rides: fc.integer({ min: 0, max: 3 }).map(number => number > 0),
    })
    const outcomes = new Set<string>()
    // A place in the list names the deed: a place that comes again is the same request again.
    const turns = fc.array(fc.nat(11), { minLength: 8, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 12, maxLength: 12 }),
        turns,
        async (acts, order) => {
          const sides = await Promise.all([side(), side()])
          const [left, right] = sides
          const expected: string[] = []
          for (const place of order) {
            const one = left.ask(acts[place] as Act, place)
            expected.push(
              await inTransaction(db.database, one.joined).then(String, (error: unknown) =>
                word(refusedOf(error)),
              ),
            )
          }
          const asked = order.map(place => right.ask(acts[place] as Act, place).laned())
          expect(await words(asked)).toEqual(expected)
          expect(await right.tables()).toEqual(await left.tables())
          for (const outcome of expected) outcomes.add(outcome)
        },
      ),
      { numRuns: 12, seed: 20_261_121, endOnFailure: true },
    )
    expect([...outcomes].sort()).toEqual(['done', 'insufficientBalance', 'replayed', 'stale'])
  })
})

/** Three members, a till and two shelves of their own. */
async function side() {
  const members = await Promise.all([12n, 5n, 3n].map(member))
  const till = newUuid()
  const shelves = await Promise.all([7, 9].map(shelf))
  const run = newUuid()
  const ask = ({ who, shelf: at, count, rides }: Act, place: number) => {
    const row = { reference: `${run}/${place}`, shelf: shelves[at] as string, count }
    const orders = [give(members[who] as string, till, count, row.reference)]
    const post = (tx: Tx) => ledger.post(tx, orders)
    return {
      joined: (tx: Tx): Promise<string> => (rides ? takeJoined(tx, row, () => post(tx)) : post(tx)),
      laned: () => lane.post(orders, rides ? [rideOf(taking, row)] : []),
    }
  }
  const tables = async () => ({
    balances: await Promise.all([...members, till].map(available)),
    shelves: await Promise.all(shelves.map(seen)),
  })
  return { ask, tables }
}

/** A connection whose first answer never comes, although the database did what was asked. */
class Forgetful extends LaneConnection {
  #lost = false
  override async transaction<T>(...[work]: Parameters<LaneConnection['transaction']>): Promise<T> {
    const done = (await super.transaction(work)) as T
    if (this.#lost) return done
    this.#lost = true
    throw Object.assign(new Error('the connection broke'), { code: '08006' })
  }
}

describe('an answer that was lost', () => {
  const companions = new Map([['taking', taking]]) as unknown as Companions
  /** Sends one command with a row through a connection that forgets. */
  async function forgotten(command: Command, row: Taking): Promise<LaneAnswer> {
    const connection = new Forgetful(db.pool)
    const runner = new BatchRunner(connection, companions)
    const answer = new Promise<LaneAnswer>((settle, fail) => {
      const deeds = deedsOf(command)
      const item = { arrival: 0, command, deeds, names: namesOf(command), followers: [] }
      void runner.send([{ ...item, rides: [rideOf(taking, row)], lost: false, settle, fail }])
    })
    return answer.finally(() => connection.drop())
  }

  it('of a transfer is told as done, and its row is written once', async () => {
    const [name, a, b] = [await shelf(1), await member(9n), newUuid()]
    const row = { reference: newUuid(), shelf: name, count: 1 }
    const group = draftGroup([give(a, b, 1, row.reference)])
    expect(word(await forgotten({ type: 'post', group }, row))).toBe('done')
    expect(await seen(name)).toEqual({ remaining: 0, takings: 1, taken: 1 })
    expect(await available(b)).toBe(1n)
  })

  it('of the end of a hold too, although the room would not do it a second time', async () => {
    const [name, a, b] = [await shelf(1), await member(9n), newUuid()]
    const order = {
      account: usdt(a),
      amount: 4n,
      kind: 'withdrawal',
      reference: newUuid(),
    } as const
    const holdId = await inTransaction(db.database, tx => ledger.hold(tx, order))
    const row = { reference: newUuid(), shelf: name, count: 1 }
    const group = draftGroup([give(a, b, 4, row.reference)], holdId)
    const end = { outcome: 'posted', request: group.id, group } as const
    expect(word(await forgotten({ type: 'end', holdId, end }, row))).toBe('done')
    expect(await seen(name)).toEqual({ remaining: 0, takings: 1, taken: 1 })
    expect([await available(a), await available(b)]).toEqual([5n, 4n])
  })
})
