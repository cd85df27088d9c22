import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/database/connect.ts'
import { newUuid } from '../../platform/ids.ts'
import { Refused } from '../../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  type AccountName,
  checkInvariants,
  houseAccount,
  type Lane,
  LedgerBug,
  memberAccount,
  openLane,
  openLedger,
  type TransferOrder,
} from '../index.ts'

/**
 * The same commands through both paths, one by one through the joined one, in bursts through the
 * lane: the same answers and the same tables, but for ids and times.
 */
const ledger = openLedger()
let joined: TestDatabase
let laned: TestDatabase
let lane: Lane
beforeAll(async () => {
  joined = await openTestDatabase()
  laned = await openTestDatabase()
  lane = openLane(laned.pool)
})
afterAll(async () => {
  await lane.close()
  await Promise.all([joined.close(), laned.close()])
})

type Move = [from: number, to: number, amount: bigint]
type Command =
  | { type: 'post'; deed: number; coin: boolean; moves: Move[] }
  | { type: 'hold'; deed: number; coin: boolean; account: number; amount: bigint }
  | { type: 'postHold'; hold: number; moves: [to: number, amount: bigint][] }
  | { type: 'voidHold'; hold: number }
/** Between bursts, on both sides by the joined path: what changes the ground under the lane. */
type Between = { type: 'split' } | { type: 'close'; account: number } | { type: 'nothing' }

const MEMBERS = 4

/** The accounts of one run: 0 is outside the books, the others are members'. */
class Run {
  readonly name = newUuid()
  readonly owners = Array.from({ length: MEMBERS }, newUuid)
  readonly holds = { joined: new Map<number, string>(), lane: new Map<number, string>() }
  placed = 0
  ends = 0

  account(place: number, coin: boolean): AccountName {
    if (place === 0) return coin ? houseAccount('LEAF', 'ISSUE') : houseAccount('USDT', 'EXT')
    return memberAccount(this.owners[place - 1] as string, coin ? 'LEAF' : 'USDT')
  }

  orders(moves: readonly Move[], coin: boolean, deed: string): TransferOrder[] {
    return moves.map(([from, to, amount], place) => ({
      from: this.account(from, coin),
      to: this.account(to, coin),
      amount,
      kind: 'otc_release',
      reference: `${this.name}/${deed}/${place}`,
    }))
  }
}

const said = async (asked: Promise<string>): Promise<string> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refused) return refusal(error)
    if (error instanceof LedgerBug) return 'bug'
    throw error
  })

const refusal = ({ refusal: name, slots }: Refused): string => `${name} ${JSON.stringify(slots)}`

/** One command with its names: the same on both sides. */
function ready(run: Run, command: Command) {
  if (command.type === 'hold') {
    const place = run.placed++
    const order = {
      account: run.account(command.account, command.coin),
      amount: command.amount,
      kind: 'withdrawal' as const,
      reference: `${run.name}/${command.deed}`,
    }
    return { command, order, place, orders: [] }
  }
  if (command.type === 'post') {
    const orders = run.orders(command.moves, command.coin, String(command.deed))
    return { command, orders }
  }
  const moves = command.type === 'postHold' ? command.moves : []
  run.ends += 1
  return { command, moves, end: run.ends, orders: [] }
}
type Ready = ReturnType<typeof ready>

/** A hold's orders need its account, which is known from where it was placed. */
const endOrders = (run: Run, one: Ready, placed: readonly Ready[]): TransferOrder[] => {
  const { command } = one
  if (command.type !== 'postHold') return []
  const hold = placed.find(other => 'place' in other && other.place === command.hold)?.command
  const [from, coin] = hold?.type === 'hold' ? [hold.account, hold.coin] : [1, false]
  const moves = command.moves.map(([to, amount]): Move => [from, to, amount])
  return run.orders(moves, coin, `end ${'end' in one ? one.end : 0}`)
}

const inJoined = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  joined.database.transaction().execute(work)

async function doJoined(run: Run, one: Ready, placed: readonly Ready[]): Promise<string> {
  const { command } = one
  if (command.type === 'post') return said(inJoined(tx => ledger.post(tx, one.orders)))
  if ('order' in one && one.order) {
    const { order, place } = one
    return said(
      inJoined(tx => ledger.hold(tx, order)).then(id => {
        run.holds.joined.set(place ?? 0, id)
        return 'held'
      }),
    )
  }
  const id = run.holds.joined.get('hold' in command ? command.hold : 0) ?? run.name
  const orders = endOrders(run, one, placed)
  return said(
    inJoined(tx =>
      command.type === 'voidHold' ? ledger.voidHold(tx, id) : ledger.postHold(tx, id, orders),
    ).then(() => 'done'),
  )
}

async function doLane(run: Run, one: Ready, placed: readonly Ready[]): Promise<string> {
  const { command } = one
  const told = (asked: ReturnType<Lane['post']>, word?: string) =>
    said(
      asked.then(answer => {
        if (answer.outcome === 'refused') return refusal(answer.refused)
        if ('place' in one) run.holds.lane.set(one.place ?? 0, answer.id)
        return word ?? answer.outcome
      }),
    )
  if (command.type === 'post') return told(lane.post(one.orders))
  if ('order' in one && one.order) return told(lane.hold(one.order), 'held')
  const id = run.holds.lane.get('hold' in command ? command.hold : 0) ?? run.name
  return command.type === 'voidHold'
    ? told(lane.voidHold(id))
    : told(lane.postHold(id, endOrders(run, one, placed)))
}

/** An account that nothing ever happened to says as much as none: it is left out. */
const tables = `
  select 'account' as what, owner::text, asset, kind, posted, held, version, epoch::text as epoch,
    closed_at is not null as flag, '' as reference
  from ledger_account where owner = any($1::uuid[]) and (version > 0 or closed_at is not null)
  union all
  select 'posting', a.owner::text, a.asset, t.kind, p.amount, p.balance_after, p.version,
    t.epoch::text, t.hold_id is not null,
    case when t.kind = 'split' then t.reference else substr(t.reference, 37) end
  from ledger_posting p join ledger_account a on a.id = p.account_id
  join ledger_transfer t on t.id = p.transfer_id where a.owner = any($1::uuid[])
  union all
  select 'hold', a.owner::text, a.asset, h.kind, h.amount, coalesce(r.posted, -1), 0,
    h.epoch::text, r.hold_id is not null, substr(h.reference, 37) || coalesce(r.outcome, '')
  from ledger_hold h join ledger_account a on a.id = h.account_id
  left join ledger_hold_resolution r on r.hold_id = h.id where a.owner = any($1::uuid[])
  order by 1, 2, 3, 4, 10, 7, 5`

async function between(run: Run, step: Between): Promise<void> {
  if (step.type === 'nothing') return
  for (const { database } of [joined, laned]) {
    await database
      .transaction()
      .execute(async tx => {
        if (step.type === 'split') await ledger.split(tx, 2)
        else await ledger.close(tx, run.account(step.account, false))
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused) && !(error instanceof LedgerBug)) throw error
      })
  }
}

const place = fc.nat(MEMBERS)
const amount = fc.bigInt(1n, 60n)
const move: fc.Arbitrary<Move> = fc.tuple(place, place, amount).filter(([from, to]) => from !== to)
const coin = fc.boolean()
/** Few deeds whose content is their number's: the same request comes again. */
const repeated = fc.nat(5).map(
  (turn): Command => ({
    type: 'post',
    deed: 2_000 + turn,
    coin: turn % 2 === 0,
    moves: [
      [0, 1, 30n],
      [1, 1 + (turn % 3) + 1, 20n],
    ],
  }),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: repeated },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('post' as const),
      deed: fc.nat(20),
      coin,
      moves: fc.array(move, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('post' as const),
      deed: fc.nat(1000),
      coin,
      moves: fc.tuple(
        fc.tuple(fc.constant(0), fc.integer({ min: 1, max: MEMBERS }), fc.bigInt(40n, 200n)),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('hold' as const),
      deed: fc.nat(8),
      coin,
      account: fc.integer({ min: 1, max: MEMBERS }),
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('postHold' as const),
      hold: fc.nat(8),
      moves: fc.array(fc.tuple(place, fc.bigInt(1n, 12n)), { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('voidHold' as const), hold: fc.nat(8) }) },
)
const step: fc.Arbitrary<Between> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ type: 'nothing' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'split' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('close' as const),
      account: fc.integer({ min: 1, max: MEMBERS }),
    }),
  },
)
const bursts = fc.array(fc.tuple(fc.array(command, { minLength: 1, maxLength: 40 }), step), {
  minLength: 2,
  maxLength: 6,
})

describe('joined path and lane', () => {
  it('give the same answers and leave the same tables', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(bursts, async given => {
        const run = new Run()
        const placed: Ready[] = []
        const grants = [1, 2].flatMap(member =>
          [true, false].map(coin =>
            run.orders([[0, member, 150n]], coin, `grant ${member} ${coin}`),
          ),
        )
        for (const orders of grants) await inJoined(tx => ledger.post(tx, orders))
        await Promise.all(grants.map(orders => lane.post(orders)))
        for (const [commands, after] of given) {
          const burst = commands.map(one => ready(run, one))
          const before = [...placed]
          const expected: string[] = []
          // What a burst places is known only after it, on both sides alike.
          const known = new Map(run.holds.joined)
          for (const one of burst) {
            const inBurst = new Map(run.holds.joined)
            run.holds.joined.clear()
            for (const [at, id] of one.command.type === 'hold' ? inBurst : known)
              run.holds.joined.set(at, id)
            expected.push(await doJoined(run, one, before))
            for (const [at, id] of inBurst) run.holds.joined.set(at, id)
          }
          const answers = await Promise.all(burst.map(one => doLane(run, one, before)))
          expect(answers).toEqual(expected)
          for (const [at, answer] of answers.entries()) {
            const key = `${burst[at]?.command.type} ${answer.split(' ')[0]}`
            seen.set(key, (seen.get(key) ?? 0) + 1)
          }
          placed.push(...burst)
          await between(run, after)
        }
        const [a, b] = await Promise.all(
          [joined, laned].map(db => db.owner.query(tables, [run.owners]).then(r => r.rows)),
        )
        expect(b).toEqual(a)
        expect(await checkInvariants(laned.database)).toEqual([])
      }),
      { numRuns: 40, seed: 20_261_121, endOnFailure: true },
    )
    expect([...seen.keys()].sort()).toEqual([
      'hold bug',
      'hold held',
      'hold insufficientBalance',
      'hold walletClosed',
      'post bug',
      'post done',
      'post insufficientBalance',
      'post replayed',
      'post walletClosed',
      'postHold bug',
      'postHold done',
      'voidHold bug',
      'voidHold done',
    ])
  })
})
