import { expect, test } from 'vitest'
import { settleDay } from './model-day.fixture.ts'
import { operate } from './model-deeds.fixture.ts'
import { ModelHouse } from './model-house.fixture.ts'

/** `npm run test:operations` sets it to the rule book's 300,000. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 15_000)
const SEED = Number(process.env.SEED ?? 20_261_121)

/**
 * Rule book 2.14: subscriptions, trades, positions, exchanges, undos, placements, income, losses and
 * splits in any order, a house at a time. After every run everything adds up, no pool pays what it
 * has not, and the price has not fallen but by a booked loss.
 */
test(`${OPERATIONS} random operations break no invariant`, { timeout: 600_000 }, () => {
  const perHouse = 7_500
  const total = { runs: 0, splits: 0, lossRuns: 0, placed: 0, eliminated: 0 }
  const paid = { static: 0n, dynamic: 0n }
  for (let done = 0; done < OPERATIONS; done += perHouse) {
    const seed = SEED + done
    const house = new ModelHouse(seed)
    try {
      for (let i = 0; i < perHouse; i++) operate(house)
      settleDay(house)
    } catch (error) {
      throw new Error(`SEED=${seed} OPERATIONS=${perHouse}: ${String(error)}`, { cause: error })
    }
    for (const name of Object.keys(total) as (keyof typeof total)[])
      total[name] += house.story[name]
    paid.static += house.story.paidStatic
    paid.dynamic += house.story.paidDynamic
  }
  // A story in which nothing happens proves nothing.
  for (const [what, often] of Object.entries(total)) expect([what, often > 0]).toEqual([what, true])
  expect(paid.static > 0n && paid.dynamic > 0n).toBe(true)
})
