import { Chance } from '@banyan/economy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { behaviours } from './behaviour.ts'
import { htmlOf, jsonOf, outcomeLines, tableOf } from './report.ts'
import { type Setup, simulate } from './simulate.ts'

const small = (behaviour: string, seed = 1): Setup => ({
  ...{ members: 60, days: 60, seed, behaviour, dynamic: true },
})

describe('chance', () => {
  test('is the same for the same seed, and within its bounds', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
        const drawn = new Chance(seed).below(below)
        expect(drawn).toBe(new Chance(seed).below(below))
        expect(drawn >= 0 && drawn < below).toBe(true)
      }),
    )
  })
})

describe('a simulation', () => {
  // The audit inside looks at custody, coins and pools twice a day and throws at the first breach.
  test.each(Object.keys(behaviours))('of %s keeps every invariant on every day', behaviour => {
    for (const seed of [1, 2, 3]) {
      const { days } = simulate(small(behaviour, seed))
      expect(days).toHaveLength(60)
      expect(days.at(-1)?.fees).toBeDefined()
    }
  })

  test('is replayed byte for byte by its seed, and differs by another', () => {
    const once = jsonOf(simulate(small('calm', 5)))
    expect(jsonOf(simulate(small('calm', 5)))).toBe(once)
    expect(jsonOf(simulate(small('calm', 6)))).not.toBe(once)
  })

  test('lets the price fall by a booked loss alone', () => {
    for (const behaviour of Object.keys(behaviours)) {
      const { days } = simulate(small(behaviour))
      days.slice(1).forEach((day, i) => {
        const before = days[i]?.exitPrice ?? 0n
        const now = day.exitPrice * BigInt(day.split ?? 1)
        // A split rounds the halves down: less than one unit for each coin there is then.
        if (day.loss === 0n)
          expect(now + BigInt((day.split ?? 1) - 1)).toBeGreaterThanOrEqual(before)
      })
    }
    const { days } = simulate(small('loss'))
    const fall = days.findIndex(({ loss }) => loss > 0n)
    expect(days[fall]?.exitPrice).toBeLessThan(days[fall - 1]?.exitPrice ?? 0n)
  })

  test('pays a ring less than it has cost', () => {
    for (const seed of [1, 2, 3]) {
      expect(simulate(small('ring', seed)).outcome.ring).toBeLessThan(0n)
    }
  })

  test('pays nobody anything where nobody trades, and lets every coin keep its worth', () => {
    const { days, outcome } = simulate(small('idle'))
    expect(outcome.withoutPay).toBe(100)
    expect(days.some(({ fees, reserve }) => fees > 0n || reserve === 0n)).toBe(false)
  })

  test('lets a whale leave in one day without touching what others hold', () => {
    const { days, outcome } = simulate(small('whale'))
    const leaving = days[45]
    expect(leaving?.reserve).toBeLessThan((days[44]?.reserve ?? 0n) - 1_000_000_000n)
    expect(leaving?.exitPrice).toBeGreaterThanOrEqual(days[44]?.exitPrice ?? 0n)
    expect(outcome.whale).toBeLessThan(0n)
  })

  test('holds everybody to the limits of subscriptions', () => {
    const { days } = simulate({ ...small('whale'), members: 1, days: 20 })
    // The founding's 100 and the most that a young account may have issued.
    expect(Math.max(...days.map(({ reserve }) => Number(reserve)))).toBe(1_100_000_000)
  })

  test('pays nobody anything out of the network while the module is off', () => {
    const { days } = simulate({ ...small('growth'), dynamic: false })
    expect(days.every(({ dynamicPaid }) => dynamicPaid === 0n)).toBe(true)
  })

  test('refuses a behaviour that it does not know', () => {
    expect(() => simulate(small('greed'))).toThrow(RangeError)
  })
})

test('a report tells every figure of the outcome and draws every chart', () => {
  const simulation = simulate(small('ring'))
  const html = htmlOf(simulation)
  for (const [name, value] of Object.entries(outcomeLines(simulation))) {
    expect(html).toContain(`<td>${name}</td><td>${value}</td>`)
  }
  expect(html.match(/<svg/g)).toHaveLength(6)
  expect(html).not.toMatch(/NaN|undefined|<script/)
  expect(tableOf(simulation).at(-1)?.day).toBe(simulation.days.at(-1)?.period)
})
