import { seedOfRun } from '@banyan/tools/seed'
import { expect, test } from 'vitest'
import { operate } from './model-acts.fixture.ts'
import { settleDay } from './model-day.fixture.ts'
import { ModelPlatform } from './model-platform.fixture.ts'
import { reachable } from './model-reach.fixture.ts'

/** `npm run test:operations` sets it to the rule book's 300,000. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 7_500)
const PER_PLATFORM = 7_500
/** With each of these seeds every effect occurs; with a random one rarely. */
const KNOWN = [20_261_124, 20_261_127]

/**
 * Rule book 2.14: subscriptions, trades, positions, exchanges, undos, placements, income, losses,
 * splits and changes of the rules in any order. After every run all amounts add up, no pool pays
 * more than it has, and the price has not fallen except by a booked loss.
 */
function live(seed: number): ReadonlyMap<string, number> {
  const system = new ModelPlatform(seed)
  for (let i = 0; i < PER_PLATFORM; i++) operate(system)
  settleDay(system)
  return system.story.reached
}

test(`${OPERATIONS} random operations break no invariant`, { timeout: 600_000 }, () => {
  for (let done = 0; done < OPERATIONS; done += PER_PLATFORM) {
    const seed = seedOfRun() + done
    try {
      live(seed)
    } catch (error) {
      throw new Error(`PROPERTY_SEED=${seed} OPERATIONS=${PER_PLATFORM}: ${error}`, {
        cause: error,
      })
    }
  }
})

test('every effect of a run is reached', { timeout: 600_000 }, () => {
  const platforms = KNOWN.map(live)
  // A story without events proves nothing.
  const never = Object.keys(reachable).filter(name => !platforms.some(reached => reached.get(name)))
  expect(never).toEqual([])
})
