import { floorDiv, ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { IdColumn } from '../../id-column.ts'
import { parametersV1 } from '../../parameters.ts'
import { investmentKind } from '../08-subscriptions/investment-kind.ts'
import { turnPositions } from '../09-positions/turn-positions.ts'
import { payStatic, staticCap, staticCredits } from './static.ts'
import { paysOf, positionColumns, type StaticPosition, staticPaid } from './static-columns.ts'

const position = (id: string, facts: Partial<StaticPosition> = {}): StaticPosition => ({
  id,
  memberId: `owner of ${id}`,
  quantity: 1_000n * ONE,
  openingValue: 1_000n * ONE,
  paid: 0n,
  unlockAsked: false,
  ...facts,
})

/** Step 5 of positions in rows, and what it pays in rows. */
function pay(facts: { pool: bigint; positions: readonly StaticPosition[] }, p = parametersV1) {
  const positions = positionColumns(facts.positions)
  const outcome = payStatic({ ...facts, positions }, p)
  const { released, weight, left } = outcome
  return { released, weight, left, positions, outcome, pays: paysOf(positions, outcome) }
}

const leaf = (text: string) => ({ quantity: parseAmount(text) })

test('E6: divides by weight; a cap leaves its rest in the pool and frees all coins', () => {
  // D = 414 is one thirtieth of the pool. The third has 100 left to its cap of 1.5 × 60,000.
  const facts = {
    pool: parseAmount('12420'),
    positions: [
      position('first', { ...leaf('10000'), openingValue: parseAmount('10000') }),
      position('second', { ...leaf('30000'), openingValue: parseAmount('30000') }),
      position('third', {
        ...leaf('60000'),
        openingValue: parseAmount('60000'),
        paid: parseAmount('89900'),
      }),
    ],
  }
  const run = pay(facts)
  expect(run.released).toBe(parseAmount('414'))
  expect(run.weight).toBe(parseAmount('100000'))
  expect(run.pays.map(one => [one.amount, one.eliminated])).toEqual([
    [parseAmount('41.4'), null],
    [parseAmount('124.2'), null],
    [parseAmount('100'), 'cap'],
  ])
  expect(run.pays[2]?.weight).toBe(parseAmount('60000'))
  // Of the released amount 148.4 stays: 248.4 − 100.
  expect(run.left - (facts.pool - run.released)).toBe(parseAmount('148.4'))
})

const micro = fc.bigInt({ min: 0n, max: 10n ** 15n })
const anyPosition = fc
  .record({
    quantity: fc.bigInt({ min: parametersV1.activationMinimumLeaf, max: 10n ** 14n }),
    openingValue: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    paidPart: fc.integer({ min: 0, max: 10_000 }),
    owner: fc.integer({ min: 0, max: 3 }),
    unlockAsked: fc.boolean(),
  })
  .map(({ paidPart, owner, ...facts }) => ({
    ...facts,
    memberId: `member ${owner}`,
    paid: floorDiv(staticCap(facts.openingValue) * BigInt(paidPart), 10_000n),
  }))
const anyFacts = fc.record({
  pool: micro,
  positions: fc
    .array(anyPosition, { maxLength: 30 })
    .map(all => all.map((facts, i) => position(`${i}`, facts))),
})
const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

describe('static pay', () => {
  test('takes nothing back when a later version lowers the cap: a position beyond it gets no more', () => {
    const beyond = position('beyond', { openingValue: 100n * ONE, paid: 140n * ONE })
    const lower = { ...parametersV1, staticCapBps: 12_000 }
    const run = pay({ pool: 3_000n * ONE, positions: [beyond] }, lower)
    expect(run.pays).toMatchObject([{ amount: 0n, paidAfter: 140n * ONE, eliminated: 'cap' }])
    expect(run.left).toBe(3_000n * ONE)
  })

  test('never exceeds the pool, and pays and the rest add up to it', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const run = pay(facts)
        const paid = total(run.pays.map(one => one.amount))
        expect(paid).toBe(staticPaid(run.outcome))
        expect(paid + run.left).toBe(facts.pool)
        expect(paid <= run.released && run.released <= facts.pool).toBe(true)
        expect(
          total(Array.from(staticCredits(run.positions, run.outcome), one => one.amount)),
        ).toBe(paid)
      }),
    )
  })

  test('never passes a cap, and eliminates exactly those who have reached it', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        pay(facts).pays.forEach((paid, i) => {
          const before = facts.positions[i] as StaticPosition
          const cap = staticCap(before.openingValue)
          expect(paid.positionId).toBe(before.id)
          expect(paid.amount >= 0n && paid.paidAfter <= cap).toBe(true)
          expect(paid.paidAfter).toBe(before.paid + paid.amount)
          expect(paid.eliminated).toBe(paid.paidAfter === cap ? 'cap' : null)
        })
      }),
    )
  })

  test('is the same after a split, which multiplies every weight and no cap', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(2n, 5n, 10n), (facts, multiple) => {
        const split = facts.positions.map(one => ({ ...one, quantity: one.quantity * multiple }))
        const [before, after] = [pay(facts), pay({ ...facts, positions: split })]
        expect(after.weight).toBe(before.weight * multiple)
        expect(after.pays.map(one => [one.amount, one.paidAfter, one.eliminated])).toEqual(
          before.pays.map(one => [one.amount, one.paidAfter, one.eliminated]),
        )
      }),
    )
  })

  test('gives a coin that is locked for one night one thirtieth, never the pool', () => {
    const run = pay({ pool: 30n * ONE, positions: [position('only')] })
    expect(run.pays[0]?.amount).toBe(ONE)
    expect(run.left).toBe(29n * ONE)
  })

  test('pays nobody out of an empty pool, and keeps the pool when nobody has locked', () => {
    expect(pay({ pool: 0n, positions: [position('a')] }).pays[0]?.amount).toBe(0n)
    expect(pay({ pool: 900n, positions: [] })).toMatchObject({
      released: 30n,
      weight: 0n,
      pays: [],
      left: 900n,
    })
  })

  test('reads each id a few times, however many positions there are', () => {
    const size = 20_000
    const positions = positionColumns(
      Array.from({ length: size }, (_, i) =>
        position(`${i}`, { quantity: BigInt(100 + (i % 900)) * ONE, memberId: `${i >> 1}` }),
      ),
    )
    // Searching, comparing and sorting ids must read them: a pass over all for each would read 400
    // million.
    const read = vi.spyOn(IdColumn.prototype, 'at')
    const run = payStatic({ pool: 10n ** 12n, positions })
    const credits = [...staticCredits(positions, run)]
    turnPositions({ positions, asked: [], guidePrice: ONE, eliminated: new Set() })
    const reads = read.mock.calls.length
    read.mockRestore()
    expect(credits).toHaveLength(size / 2)
    expect(reads).toBeGreaterThan(size)
    expect(reads).toBeLessThan(5 * size)
  })
})

describe('the change of positions in step 9', () => {
  const turn = (positions: StaticPosition[], eliminated: string[] = []) =>
    turnPositions({
      positions: positionColumns(positions),
      asked: [],
      guidePrice: ONE,
      eliminated: new Set(eliminated),
    })

  test('opens requested ones at the value of their coins at the guide price, rounded down', () => {
    const asked = [{ id: 'a', memberId: 'm', quantity: 10_000001n }]
    const { opened } = turnPositions({
      positions: positionColumns([]),
      asked,
      guidePrice: 1_035001n,
      eliminated: new Set<string>(),
    })
    // 10.000001 × 1.035001 = 10.350011035001
    expect(opened).toEqual([{ positionId: 'a', openingValue: 10_350011n }])
    expect(staticCap(10_350011n)).toBe(15_525016n)
  })

  test('frees requested ones, and nothing else ends by itself', () => {
    expect(turn([position('a', { unlockAsked: true }), position('b')])).toEqual({
      opened: [],
      unlocked: [{ positionId: 'a', memberId: 'owner of a' }],
    })
  })

  test('skips those that step 5 has eliminated, and does one thing to each of the rest', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const { pays } = pay(facts)
        const eliminated = pays.filter(one => one.eliminated).map(one => one.positionId)
        const turned = turn([...facts.positions], eliminated).unlocked.map(one => one.positionId)
        expect(new Set(turned).size).toBe(turned.length)
        for (const id of eliminated) expect(turned).not.toContain(id)
      }),
    )
  })
})

describe('unlocking and locking again at any time', () => {
  /** The pool's receipts of each night, and whether the hopping member requests an unlock on it. */
  const anyNights = fc.array(
    fc.record({ income: fc.bigInt({ min: 0n, max: 900n * ONE }), leaves: fc.boolean() }),
    { minLength: 3, maxLength: 40 },
  )

  /**
   * Two members with equal coins: one stays locked, the other requests before t, is free in t,
   * requests again, opens in t + 1.
   */
  function live(nights: readonly { income: bigint; leaves: boolean }[], others: bigint) {
    let pool = 3_000n * ONE
    let own: 'locked' | 'asked' = 'locked'
    const got = { stays: 0n, hops: 0n }
    for (const { income, leaves } of nights) {
      pool += income
      const isIn = own === 'locked'
      const positions = positionColumns([
        position('stays', { openingValue: 10n ** 15n, paid: got.stays }),
        ...(others > 0n
          ? [position('others', { quantity: others, openingValue: 10n ** 15n })]
          : []),
        ...(isIn ? [position('hops', { openingValue: 10n ** 15n, unlockAsked: leaves })] : []),
      ])
      const outcome = payStatic({ pool, positions })
      pool = outcome.left
      got.stays += outcome.amounts[0] as bigint
      if (isIn) got.hops += outcome.amounts.at(-1) as bigint
      const asked = own === 'asked' ? [{ id: 'hops', memberId: 'hops', quantity: ONE }] : []
      const turn = turnPositions({ positions, asked, guidePrice: ONE, eliminated: new Set() })
      // Coins that a run frees are requested again at once, and the next run opens them.
      if (turn.unlocked.length > 0) own = 'asked'
      else if (turn.opened.length > 0) own = 'locked'
    }
    return got
  }

  test('never pays more than staying, around releases of any size', () => {
    fc.assert(
      fc.property(anyNights, fc.bigInt({ min: 0n, max: 10n ** 12n }), (nights, others) => {
        const { stays, hops } = live(nights, others)
        expect(hops <= stays).toBe(true)
      }),
    )
  })

  test('costs the pay of one night each time', () => {
    const nights = Array.from({ length: 9 }, (_, i) => ({ income: 0n, leaves: i % 3 === 0 }))
    const { stays, hops } = live(nights, 0n)
    expect(hops).toBeLessThan(stays)
  })

  test('pays no more above the cap than waiting for the elimination', () => {
    // A member who is eliminated in t also has the coins in t, and gets a new cap in the same way.
    const near = position('near', { openingValue: 100n * ONE, paid: 149n * ONE, unlockAsked: true })
    const rich = pay({ pool: 30n * 9n * ONE, positions: [near] })
    expect(rich.pays).toMatchObject([{ amount: ONE, eliminated: 'cap' }])
    const poor = pay({ pool: 30n, positions: [near] })
    expect(poor.pays).toMatchObject([{ amount: 1n, eliminated: null }])
    const free = turnPositions({
      positions: positionColumns([near]),
      asked: [],
      guidePrice: ONE,
      eliminated: new Set<string>(),
    })
    expect(free.unlocked).toEqual([{ positionId: 'near', memberId: 'owner of near' }])
  })
})

describe('kinds of investment', () => {
  test.each([
    [null, false, 'first'],
    [null, true, 'additional'],
    ['static', true, 'static_reinvest'],
    ['dynamic', true, 'dynamic_reinvest'],
    ['static', false, 'static_reinvest'],
  ] as const)('citing %s, issued before %s: %s', (cited, issuedBefore, kind) => {
    expect(investmentKind({ cited, issuedBefore })).toBe(kind)
  })
})
