import { expect, it } from 'vitest'
import { parametersV1 } from '../parameters.ts'
import { bounds } from './bounds.ts'
import { readNumbers } from './changes.ts'
import { numberNames, numberOf } from './numbers.ts'
import { unitOf, writtenBounds, writtenNumber } from './written.ts'

it('what is written of a version is read as the same numbers', () => {
  for (const name of numberNames) {
    const { numbers, unknown, unreadable } = readNumbers({
      [name]: writtenNumber(parametersV1, name),
    })
    expect([unknown, unreadable]).toEqual([[], []])
    expect(numbers[name]).toBe(numberOf(parametersV1, name))
  }
})

it('bounds are written so, too', () => {
  for (const name of numberNames) {
    const { least, most } = writtenBounds(name, bounds[name])
    for (const written of [least, most])
      expect(readNumbers({ [name]: written }).unreadable).toEqual([])
  }
})

it.each([
  ['otcFeeBps', 'bps'],
  ['tradingLimitUsdt', 'usdt'],
  ['firstPrice', 'price'],
  ['undoWindowMs', 'ms'],
  ['reopenByReinvest', 'switch'],
  ['splitMultiple', 'count'],
] as const)('%s is written in %s', (name, unit) => {
  expect(unitOf(name)).toBe(unit)
})
