import { expect, test } from 'vitest'
import { touched } from './concern.ts'

test('a change names the parts of a member’s account that it affects, each once', () => {
  expect(touched(['staticCapBps', 'termCycles', 'otcFeeBps'])).toEqual(['static', 'coins'])
  expect(touched(['roundCapUsdt'])).toEqual(['network'])
  expect(touched(['roundLimitUsdt', 'withdrawalFeeUsdt'])).toEqual(['investing', 'transfers'])
})

test('a number about the platform’s own accounts affects nobody', () => {
  expect(touched(['genesisUsdt', 'cutoffHour'])).toEqual([])
})
