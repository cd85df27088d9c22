import { describe, expect, it } from 'vitest'
import { settingsFor, settingsIn, startOptions } from './connection-limits.ts'
import { patienceFor } from './patience.ts'

describe('the time to wait for an answer', () => {
  it.each([
    ['10s', 15_000],
    ['10000', 15_000],
    ['5min', 305_000],
    ['1h', 3_605_000],
    ['0', 2 ** 31 - 1],
    ['1000h', 2 ** 31 - 1],
  ])('with a limit of %s is %i ms', (limit, ms) => {
    expect(patienceFor(limit)).toBe(ms)
  })

  it('is not guessed', () => {
    expect(() => patienceFor('soon')).toThrow('soon is no time limit')
    expect(() => patienceFor('')).toThrow('no time limit')
  })
})

it('the settings of a connection are read back from its options, the last of each', () => {
  const options = startOptions(settingsFor('banyan_app'))
  expect(settingsIn(options)).toMatchObject({ role: 'banyan_app', lock_timeout: '3s' })
  expect(settingsIn(`${options} -c lock_timeout=60s`)).toMatchObject({ lock_timeout: '60s' })
  expect(settingsIn(startOptions(settingsFor(null)))).not.toHaveProperty('role')
})
