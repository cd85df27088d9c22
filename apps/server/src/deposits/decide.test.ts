import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chainStateOf,
  confirmationsOf,
  creditableBlock,
  creditableNow,
  planCredit,
} from './decide.ts'

const MICRO = 10n ** 12n
const TERMS = { minimum: 10_000_000n, unitsPerMicro: MICRO }
const units = (whole: bigint) => whole * 10n ** 18n
const due = (...amounts: bigint[]) => amounts.map((tokenUnits, i) => ({ id: `d${i}`, tokenUnits }))

describe('crediting', () => {
  it('waits one token unit below the minimum and credits at it', () => {
    expect(planCredit(due(units(10n) - 1n), 0n, TERMS)).toEqual({ outcome: 'wait' })
    expect(planCredit(due(units(10n)), 0n, TERMS)).toEqual({
      outcome: 'credit',
      amounts: [{ id: 'd0', amount: 10_000_000n }],
      carry: 0n,
    })
  })

  it('credits small ones together, each its own amount', () => {
    const plan = planCredit(due(units(4n), units(6n)), 0n, TERMS)
    expect(plan).toMatchObject({
      amounts: [
        { id: 'd0', amount: 4_000_000n },
        { id: 'd1', amount: 6_000_000n },
      ],
    })
  })

  it('does not count the carry towards the minimum', () => {
    expect(planCredit(due(units(10n) - 1n), MICRO - 1n, TERMS)).toEqual({ outcome: 'wait' })
  })

  it('never credits more than came in, and keeps back less than one micro-USDT', () => {
    const amount = fc.bigInt({ min: 1n, max: units(10n ** 9n) })
    const given = fc.record({
      tokens: fc.array(amount, { minLength: 1, maxLength: 20 }),
      carry: fc.bigInt({ min: 0n, max: MICRO - 1n }),
    })
    fc.assert(
      fc.property(given, ({ tokens, carry }) => {
        const plan = planCredit(due(...tokens), carry, TERMS)
        const sum = tokens.reduce((total, one) => total + one, 0n)
        if (plan.outcome === 'wait') return sum < units(10n)
        const paid = plan.amounts.reduce((total, one) => total + one.amount, 0n)
        const whole = plan.amounts.length === tokens.length && plan.carry < MICRO
        return whole && paid * MICRO + plan.carry === sum + carry
      }),
      { numRuns: 500 },
    )
  })
})

describe('depth', () => {
  it('is enough at 15 blocks, and only up to the final block', () => {
    expect(creditableBlock(114, 200)).toBe(100)
    expect(creditableBlock(114, 99)).toBe(99)
  })

  it.each([
    ['confirming', 100, 1],
    ['confirming', 113, 14],
    ['confirming', 150, 15],
    ['confirming', 99, 1],
    ['confirming', null, 1],
    ['vanished', 150, 0],
    ['credited', null, 15],
    ['below_minimum', 101, 15],
  ] as const)('of a deposit that is %s, seen from block %s, is %i', (state, tip, shown) => {
    expect(confirmationsOf({ state, blockNumber: 100 }, tip)).toBe(shown)
  })
})

describe('the state of the chain', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  it.each([
    ['never followed', null, 'unreachable'],
    ['at the head', { headNumber: 100, followedAt: ago(500), tip: 100 }, 'following'],
    ['a few behind', { headNumber: 107, followedAt: ago(500), tip: 100 }, 'following'],
    ['far behind', { headNumber: 108, followedAt: ago(500), tip: 100 }, 'catching_up'],
    ['long not followed', { headNumber: 100, followedAt: ago(15_001), tip: 100 }, 'unreachable'],
  ] as const)('%s', (_, watch, state) => {
    expect(chainStateOf(watch, now)).toBe(state)
  })
})

describe('a large deposit', () => {
  const limit = units(1000n)
  it('waits for every validator from 1,000 USDT on, and delays no smaller one', () => {
    const rows = [
      { tokenUnits: limit, blockNumber: 100 },
      { tokenUnits: limit - 1n, blockNumber: 100 },
      { tokenUnits: limit, blockNumber: 99 },
    ]
    expect(creditableNow(rows, 99, MICRO)).toEqual([rows[1], rows[2]])
    expect(creditableNow(rows, 100, MICRO)).toEqual(rows)
  })
})
