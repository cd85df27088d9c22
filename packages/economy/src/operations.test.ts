import { expect, test } from 'vitest'
import { settleDay } from './model-day.fixture.ts'
import { operate } from './model-deeds.fixture.ts'
import { ModelHouse } from './model-house.fixture.ts'
import { reachable } from './model-reach.fixture.ts'

/** `npm run test:operations` sets it to the rule book's 300,000. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 15_000)
const SEED = Number(process.env.SEED ?? 20_261_121)

/**
 * Rule book 2.14: subscriptions, trades, positions, exchanges, undos, placements, income, losses,
 * splits and changes of the rules in any order, a house at a time, and everything that a run can do
 * is reached. After every run everything adds up, no pool pays what it
 * has not, and the price has not fallen but by a booked loss.
 */
test(`${OPERATIONS} random operations break no invariant`, { timeout: 600_000 }, () => {
  const perHouse = 7_500
  const reached = new Map<string, number>()
  for (let done = 0; done < OPERATIONS; done += perHouse) {
    const seed = SEED + done
    const house = new ModelHouse(seed)
    try {
      for (let i = 0; i < perHouse; i++) operate(house)
      settleDay(house)
    } catch (error) {
      throw new Error(`SEED=${seed} OPERATIONS=${perHouse}: ${String(error)}`, { cause: error })
    }
    for (const [name, often] of house.story.reached)
      reached.set(name, (reached.get(name) ?? 0) + often)
  }
  // A story in which nothing happens proves nothing; a single house, as a fault is replayed, lacks some of it.
  if (OPERATIONS < 15_000) return
  expect([...reached].filter(([, often]) => often === 0)).toEqual([])
  expect(reached.size).toBe(Object.keys(reachable).length)
})
