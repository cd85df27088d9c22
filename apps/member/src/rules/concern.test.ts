import { expect, test } from 'vitest'
import { touched } from './concern.ts'

test('a change names what of a member it touches, each once', () => {
  expect(touched(['staticCapBps', 'termCycles', 'otcFeeBps'])).toEqual(['static', 'coins'])
  expect(touched(['roundCapUsdt'])).toEqual(['network'])
  expect(touched(['roundLimitUsdt', 'withdrawalFeeUsdt'])).toEqual(['investing', 'transfers'])
})

test('what is the house’s own touches nobody', () => {
  expect(touched(['genesisUsdt', 'cutoffHour'])).toEqual([])
})
