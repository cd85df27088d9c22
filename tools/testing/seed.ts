import { randomInt } from 'node:crypto'
import { StartRefused } from '../bootstrap/refusal.ts'

const MOST = 2 ** 31 - 1

/**
 * The seed of everything that chance decides in a run of tests: properties, models, the course of a
 * race. `PROPERTY_SEED` chooses it; otherwise the first who asks does, for all processes of the run.
 * @throws StartRefused when `PROPERTY_SEED` is no seed.
 */
export function seedOfRun(env: NodeJS.ProcessEnv = process.env): number {
  env.PROPERTY_SEED ||= String(randomInt(1, 1_000_000_000))
  const seed = Number(env.PROPERTY_SEED)
  if (!/^\d+$/.test(env.PROPERTY_SEED) || seed > MOST) {
    throw new StartRefused(
      `PROPERTY_SEED is "${env.PROPERTY_SEED}": set it to a whole number from 0 to ${MOST}, ` +
        'as a run of the tests prints it, or leave it away.',
    )
  }
  return seed
}

/** The command that runs these tests again, all of them or those that match, and draws the same. */
export const replayCommand = (seed: number, words?: string): string =>
  `PROPERTY_SEED=${seed} npm test${words === undefined ? '' : ` -- ${words}`}`
