import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BySource, partOf, sourcesOfRun, totalOf } from './sources.ts'

const units = fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 10n ** 18n))
const source = fc.record({ fees: units, income: units })
const none = { fees: 0n, income: 0n }

/** A day: the pool's receipts, and which parts of it are lost, offered and paid. */
const day = fc.record({
  fees: units,
  income: units,
  lost: fc.integer({ min: 0, max: 100 }),
  offered: fc.integer({ min: 1, max: 100 }),
  paid: fc.integer({ min: 0, max: 100 }),
})
const percent = (amount: bigint, part: number): bigint => (amount * BigInt(part)) / 100n

describe('where static pay comes from', () => {
  test('is exact to the last unit: of every amount both parts are the amount, and none is negative', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 0, max: 100 }), (pool, part) => {
        const amount = percent(totalOf(pool), part)
        const of = partOf(amount, pool)
        expect(totalOf(of)).toBe(amount)
        expect(of.fees >= 0n && of.fees <= pool.fees).toBe(true)
        expect(of.income >= 0n && of.income <= pool.income).toBe(true)
      }),
    )
  })

  test('adds up through any days: receipts are what was lost, paid and is left, of each source', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 40 }), days => {
        let left: BySource = none
        const came = { fees: 0n, income: 0n }
        const gone = { fees: 0n, income: 0n }
        for (const { fees, income, lost, offered, paid } of days) {
          const flows = { fees, income, lost: percent(totalOf(left), lost) }
          const pool = totalOf(left) - flows.lost + fees + income
          const released = percent(pool, offered)
          const pays = { released, paid: percent(released, paid) }
          const borne = partOf(flows.lost, left)
          const run = sourcesOfRun(left, flows, pays)
          expect(totalOf(run.pool)).toBe(pool)
          expect([totalOf(run.released), totalOf(run.paid)]).toEqual([released, pays.paid])
          for (const name of ['fees', 'income'] as const) {
            came[name] += flows[name]
            gone[name] += borne[name] + run.paid[name]
            expect(run.left[name] >= 0n).toBe(true)
            expect(came[name]).toBe(gone[name] + run.left[name])
          }
          left = run.left
        }
      }),
      { numRuns: 60 },
    )
  })

  test('never shows members more income in their pay than the run paid out of income', () => {
    fc.assert(
      fc.property(source, fc.array(fc.integer({ min: 0, max: 100 })), (pool, parts) => {
        const whole = totalOf(pool)
        const own = parts.map(part => percent(whole, part) / BigInt(parts.length))
        const paid = own.reduce((sum, one) => sum + one, 0n)
        const shown = own.reduce((sum, one) => sum + partOf(one, pool).income, 0n)
        const { income } = partOf(paid, pool)
        expect(shown <= income).toBe(true)
        expect(income - shown < BigInt(parts.length + 1)).toBe(true)
      }),
    )
  })

  test('a run with fees only shows fees only, and one with both shows both', () => {
    const first = sourcesOfRun(
      none,
      { lost: 0n, fees: 300n, income: 0n },
      { released: 10n, paid: 9n },
    )
    expect(first.released).toEqual({ fees: 10n, income: 0n })
    // 291 of fees and 97 of income: a quarter is income.
    const second = sourcesOfRun(
      first.left,
      { lost: 0n, fees: 0n, income: 97n },
      { released: 13n, paid: 12n },
    )
    expect(second.released).toEqual({ fees: 10n, income: 3n })
    expect(second.paid).toEqual({ fees: 9n, income: 3n })
  })

  test('splitting a payment among accounts changes the shown parts by no more than each rounding', () => {
    const pool = { fees: 2n, income: 1n }
    expect(partOf(3n, pool)).toEqual({ fees: 2n, income: 1n })
    expect([partOf(1n, pool), partOf(1n, pool), partOf(1n, pool)].map(one => one.income)).toEqual([
      0n,
      0n,
      0n,
    ])
  })
})
