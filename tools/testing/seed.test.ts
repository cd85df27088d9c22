import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replayCommand, seedOfRun } from './seed.ts'

describe('the seed of a run', () => {
  test('is the one that was chosen', () => {
    expect(seedOfRun({ PROPERTY_SEED: '123' })).toBe(123)
    expect(seedOfRun({ PROPERTY_SEED: '0' })).toBe(0)
  })

  test('is drawn once when none was chosen, and passed to the child processes', () => {
    const env: NodeJS.ProcessEnv = {}
    const seed = seedOfRun(env)
    expect(seedOfRun(env)).toBe(seed)
    expect(env.PROPERTY_SEED).toBe(String(seed))
    expect(seedOfRun({ PROPERTY_SEED: '' })).toBeGreaterThan(0)
  })

  test.each(['-1', '1.5', '2147483648', 'abc', '1e3', ' 7'])('%j is refused', PROPERTY_SEED => {
    expect(() => seedOfRun({ PROPERTY_SEED })).toThrow(
      `PROPERTY_SEED is "${PROPERTY_SEED}": set it to a whole number from 0 to 2147483647`,
    )
  })
})

describe('a property', () => {
  const drawn = () => fc.sample(fc.nat(), 20)

  test('draws from the seed of the run, every time the same', () => {
    expect(drawn()).toEqual(drawn())
    expect(drawn()).toEqual(fc.sample(fc.nat(), { numRuns: 20, seed: seedOfRun() }))
  })

  test('that fails prints what it drew, and the command that draws the same', () => {
    const fails = () => fc.assert(fc.property(fc.nat(), n => n < 0))
    expect(fails).toThrow(`seed: ${seedOfRun()}`)
    expect(fails).toThrow('Counterexample: [0]')
    expect(fails).toThrow(`Again: ${replayCommand(seedOfRun(), 'tools/testing/seed.test.ts')}`)
  })

  test('that fails keeps the failure as its cause, also when it is asynchronous', async () => {
    const failure = new Error('no')
    const fails = fc.assert(fc.asyncProperty(fc.nat(), () => Promise.reject(failure)))
    await expect(fails).rejects.toMatchObject({ cause: failure })
  })

  test('that ran out of time is a failure, however many of its runs were good', () => {
    const slow = fc.property(fc.nat(), () => {
      const begun = performance.now()
      while (performance.now() - begun < 5);
    })
    expect(() => fc.assert(slow, { interruptAfterTimeLimit: 2 })).toThrow('interrupted')
  })
})
