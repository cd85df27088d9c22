import { createHash } from 'node:crypto'
import { Chance } from '@banyan/economy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedOfRun } from '../testing/seed.ts'
import { behaviours } from './behaviour.ts'
import { choicesOf, commandOf } from './choices.ts'
import type { Role } from './community.ts'
import { pageOf } from './page.ts'
import { judgeOfBefore } from './payments.ts'
import { flightLines, jsonOf, outcomeLines, tableOf } from './report.ts'
import { scaleOf } from './scale.ts'
import { dayByDay, type Setup, simulate } from './simulate.ts'
import { tricks } from './strategies.ts'

const small = (behaviour: string, seed = 1): Setup => ({
  members: 60,
  days: 60,
  seed,
  behaviour,
  dynamic: true,
})

const roleIn = (setup: Setup, role: Role) => {
  const result = simulate(setup).outcome.roles.find(one => one.role === role)
  if (!result) throw new Error(`nobody is a ${role}`)
  return result
}

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
  // The audit checks custody, coins and pools twice a day and throws at the first breach.
  test.each(Object.keys(behaviours))('of %s keeps every invariant on every day', behaviour => {
    for (const seed of [1, 2, seedOfRun()]) {
      const { days } = simulate(small(behaviour, seed))
      expect(days).toHaveLength(60)
      expect(days.at(-1)?.fees).toBeDefined()
    }
  })

  test('goes on after a loss of the whole reserve, and has no sale at a price of zero', () => {
    const { days } = simulate(small('loss', 3_145_749))
    expect(days.some(({ price }) => price === 0n)).toBe(true)
    expect(days).toHaveLength(60)
  })

  test('is replayed byte for byte by its seed, and differs by another', () => {
    const once = jsonOf(simulate(small('calm', 5)))
    expect(jsonOf(simulate(small('calm', 5)))).toBe(once)
    expect(jsonOf(simulate(small('calm', 6)))).not.toBe(once)
  })

  test('comes to the same days as ever', () => {
    // A change of a rule or of the behaviour on a day changes these figures, which must be updated
    // here.
    const { days } = simulate(small('run'))
    const lines = days.map(day => [
      day.members,
      day.price,
      day.reserve,
      day.poolStatic,
      day.dynamicPaid,
    ])
    const digest = createHash('sha256').update(lines.join('\n')).digest('hex')
    expect(digest.slice(0, 16)).toBe('43921249a61f9f50')
  })

  test('may be given up after any day', () => {
    const days = dayByDay(small('calm'))
    expect(days.next()).toMatchObject({ done: false, value: { period: '2026-01-01' } })
    expect(days.return?.(undefined as never)).toMatchObject({ done: true })
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
      expect(roleIn(small('ring', seed), 'ring').net).toBeLessThan(0n)
    }
  })

  test('pays nothing to anyone where no member trades, and keeps the worth of every coin', () => {
    const { days, outcome } = simulate(small('idle'))
    expect(outcome.withoutPay).toBe(100)
    expect(days.some(({ fees, reserve }) => fees > 0n || reserve === 0n)).toBe(false)
  })

  test('lets a whale leave in one day without touching what others hold', () => {
    const { days } = simulate(small('whale'))
    const leaving = days[45]
    expect(leaving?.reserve).toBeLessThan((days[44]?.reserve ?? 0n) - 1_000_000_000n)
    expect(leaving?.exitPrice).toBeGreaterThanOrEqual(days[44]?.exitPrice ?? 0n)
    expect(roleIn(small('whale'), 'whale').net).toBeLessThan(0n)
  })

  test('lets who gives back at once what was subscribed lose the fee each time', () => {
    expect(roleIn(small('speculators'), 'speculator').net).toBeLessThan(0n)
  })

  test('makes buying for a receipt and leaving within nine nights a loss', () => {
    const plansOf = (setup: Setup) => simulate(setup).outcome.snipers
    const setupOf = (seed: number) => ({ ...small('sniper', seed), members: 300, days: 120 })
    for (const seed of [1, 2, 3]) {
      const snipers = plansOf(setupOf(seed))
      expect(snipers).toHaveLength(18)
      for (const { nights, trips, mean } of snipers) {
        expect(trips).toBeGreaterThan(8)
        if (nights < 10) expect(mean).toBeLessThan(0n)
      }
    }
    // By the rules before, each of them gained a tenth and more.
    for (const { mean } of plansOf({ ...setupOf(1), edition: 2 }))
      expect(mean).toBeGreaterThan(100_000n)
  })

  test('fills small orders in full during a flood', () => {
    const saversOf = (edition: Pick<Setup, 'edition'>) => {
      const { savers } = simulate({ ...small('flood'), members: 300, days: 60, ...edition }).outcome
      return savers.map(({ wants, firstNight, nights }) => ({
        wants,
        nights,
        isWhole: firstNight === wants,
      }))
    }
    const [now, before] = [saversOf({}), saversOf({ edition: 2 })]
    expect(now.map(({ isWhole }) => isWhole)).toEqual([true, true, false, false])
    expect(before.some(({ isWhole }) => isWhole)).toBe(false)
    now.forEach(({ nights }, i) => {
      expect(nights).toBeLessThanOrEqual(before[i]?.nights ?? 0)
    })
  })

  describe('with thieves', () => {
    const setup = { ...small('thief'), members: 120, days: 60 }

    test('gives them nothing by any trick, and everybody who pays gets what was paid for', () => {
      const { outcome } = simulate(setup)
      expect(outcome.tricks.map(({ trick }) => trick)).toEqual(tricks)
      for (const { trick, tries, gained, paid, served, findings } of outcome.tricks) {
        expect({ trick, gained, served }).toEqual({ trick, gained: 0n, served: paid })
        expect(tries).toBeGreaterThan(4)
        expect(findings.map(([finding]) => finding)).not.toContain('verified')
      }
    })

    test('would give them coins by what counted before amounts were unlike: the tricks are real ones', () => {
      const { outcome } = simulate({ ...setup, judge: judgeOfBefore })
      const gained = new Map(outcome.tricks.map(one => [one.trick, one]))
      for (const trick of tricks.slice(0, 4)) {
        expect(gained.get(trick)?.gained, trick).toBeGreaterThan(0n)
        expect(gained.get(trick)?.served, trick).toBeLessThan(gained.get(trick)?.paid ?? 0)
      }
    })
  })

  test('pays recruiters out of fees alone, and asks nothing of them', () => {
    const setup = { ...small('recruiters'), members: 300 }
    const { days } = simulate(setup)
    const { net, earned, members } = roleIn(setup, 'recruiter')
    expect([members, net]).toEqual([5, earned])
    expect(earned).toBeGreaterThan(0n)
    const collected = days.reduce((sum, { fees }) => sum + fees, 0n)
    expect(earned * 10n).toBeLessThanOrEqual(collected * 3n)
    // No member trades, so inviting never earned anything.
    expect(roleIn({ ...setup, days: 3 }, 'recruiter').earned).toBe(0n)
  })

  test('holds everybody to the limits of subscriptions', () => {
    const { days } = simulate({ ...small('whale'), members: 1, days: 20 })
    // The founding's 100 and the most that a young account may have issued.
    expect(Math.max(...days.map(({ reserve }) => Number(reserve)))).toBe(1_100_000_000)
  })

  test('opens rounds again where that is chosen, and pays out of fees alone all the same', () => {
    const { days } = simulate({ ...small('growth'), members: 100, days: 75, reopen: 1 })
    const sum = (of: (day: (typeof days)[number]) => bigint) =>
      days.reduce((total, day) => total + of(day), 0n)
    expect(sum(day => BigInt(day.reopened))).toBeGreaterThan(0n)
    expect(sum(day => day.dynamicPaid) * 10n).toBeLessThanOrEqual(sum(day => day.fees) * 3n)
    expect(simulate(small('growth')).days.every(({ reopened }) => reopened === 0)).toBe(true)
  })

  test('pays nothing from the network while the module is off', () => {
    const { days } = simulate({ ...small('growth'), dynamic: false })
    expect(days.every(({ dynamicPaid }) => dynamicPaid === 0n)).toBe(true)
  })

  test.each([
    ['run', undefined],
    ['calm', 40],
    ['loss', 45],
    ['whale', 20],
  ])('pays everybody when all of %s leave', (behaviour, leaveOn) => {
    for (const seed of [1, 2, 3]) {
      const setup = small(behaviour, seed)
      const { flight, days } = simulate(leaveOn === undefined ? setup : { ...setup, leaveOn })
      // Activated coins unlock in the first run and are exchanged in the second.
      expect(flight).toMatchObject({ waiting: 0, leafLeft: 0n })
      if (!flight) continue
      expect(flight.days).toBeLessThanOrEqual(2)
      expect(flight.expected).toBeGreaterThan(0n)
      expect(flight.paid).toBeGreaterThanOrEqual(flight.expected)
      expect(flight.lastPrice).toBeGreaterThanOrEqual(flight.firstPrice)
      // What is left is below the smallest withdrawal of each.
      expect(flight.usdtLeft).toBeLessThan(10_000_000n * BigInt(setup.members))
      expect(days.at(-1)?.positions).toBe(0)
    }
  })

  test('refuses a behaviour that it does not know', () => {
    expect(() => simulate(small('greed'))).toThrow(RangeError)
  })
})

test('a report has every figure of the outcome and every chart, and needs no other file', () => {
  for (const behaviour of Object.keys(behaviours)) {
    const simulation = simulate(small(behaviour))
    const html = pageOf(simulation)
    const lines = { ...outcomeLines(simulation), ...flightLines(simulation.flight) }
    for (const [name, value] of Object.entries(lines))
      expect(html).toContain(`<th scope="row">${name}</th><td>${value}</td>`)
    const drawings = html.match(/role="img" aria-labelledby="[^"]+"/g) ?? []
    expect(drawings).toHaveLength(11)
    expect(new Set(drawings).size).toBe(11)
    expect(html.match(/<details>/g)).toHaveLength(11)
    expect(html).not.toMatch(/NaN|Infinity|undefined|<script|https?:|url\(/)
    expect(tableOf(simulation).at(-1)?.day).toBe(simulation.days.at(-1)?.period)
  }
})

test('the command of a report comes to the same setup', () => {
  const setup = { ...small('calm', 7), dynamic: false, leaveOn: 30, edition: 2 as const }
  const words = commandOf(setup).split(' ').slice(4)
  expect(choicesOf(words, () => 0)).toEqual({ setup, out: 'simulation' })
})

test.each([
  ['--members 0', '--members is a whole number from 1 to 100000, not 0'],
  ['--members 1e3', '--members is a whole number from 1 to 100000, not 1e3'],
  ['--days 4000', '--days is a whole number from 1 to 3650, not 4000'],
  ['--days 30 --leave-on 31', '--leave-on is a whole number from 1 to 30, not 31'],
  ['--behaviour toString', 'not toString'],
  ['--dynamic yes', '--dynamic is on or off, not yes'],
  ['--edition 4', '--edition is 7, the newest, or 2, which books outside income at once'],
  ['--speed 1', "Unknown option '--speed'; write it like npm run simulate"],
  ['500', "Unexpected argument '500'"],
  ['--seed', "Option '--seed <value>' argument missing; write it like"],
])('%s is refused in one sentence', (words, sentence) => {
  expect(() => choicesOf(words.split(' '), () => 1)).toThrow(sentence)
})

describe('an axis', () => {
  const microUnits = fc.maxSafeInteger().map(units => units / 1e6)

  test('has round numbers around everything', () => {
    fc.assert(
      fc.property(fc.array(microUnits), fc.boolean(), (values, zero) => {
        const { low, high, ticks } = scaleOf(values, zero)
        expect(low).toBeLessThan(high)
        for (const value of zero ? [0, ...values] : values) {
          expect(value).toBeGreaterThanOrEqual(low - (high - low) * 1e-6)
          expect(value).toBeLessThanOrEqual(high + (high - low) * 1e-6)
        }
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThan(9)
      }),
    )
  })

  test('is the same for people as for machines', () => {
    expect(scaleOf([0.97, 1.31], false).ticks).toEqual([0.9, 1, 1.1, 1.2, 1.3, 1.4])
    expect(scaleOf([3, 41], true).ticks).toEqual([0, 20, 40, 60])
    expect(scaleOf([-8, 5], true).ticks).toEqual([-10, -5, 0, 5])
    expect(scaleOf([0], true).ticks).toEqual([0, 0.5, 1])
    // A difference of a millionth in ten digits: no line fits between them.
    expect(scaleOf([9e9, 9e9 + 1e-6], false).ticks.length).toBe(5)
  })
})
