import { parseAmount } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { cutoffOf } from '../../calendar.ts'
import { parametersV1 as p } from '../../parameters.ts'
import { endsMonth, nextRoundBegins, roundOf } from '../../rounds.ts'
import { dynamicSurplus, rescaledBalance, reservedFor } from './dynamic-reserve.ts'
import {
  conditionsMet,
  countedFrom,
  isEffective,
  oldEnoughAt,
  quizOpensAt,
} from './qualification.ts'
import { pairedVolumes, volumeOf } from './volume.ts'

const usdt = (text: string) => parseAmount(text)
const at = (text: string) => new Date(text)

test('a member is effective by a bound e-mail and own fees of 0.50, and not a unit less', () => {
  expect(isEffective({ sound: true, fees: usdt('0.5') })).toBe(true)
  expect(isEffective({ sound: true, fees: usdt('0.499999') })).toBe(false)
  expect(isEffective({ sound: false, fees: usdt('100') })).toBe(false)
})

describe('the conditions of a distributed member', () => {
  const whole = {
    joinedAt: at('2026-11-01T08:00:00Z'),
    emailBound: true,
    paymentPasswordSet: true,
    quizPassed: true,
    conductSigned: true,
  }

  test('are met one by one', () => {
    const now = at('2026-11-08T08:00:00Z')
    expect(conditionsMet(whole, now)).toEqual({
      accountAge: true,
      email: true,
      paymentPassword: true,
      quiz: true,
      conduct: true,
    })
    expect(conditionsMet({ ...whole, quizPassed: false }, now).quiz).toBe(false)
    expect(conditionsMet(whole, at('2026-11-08T07:59:59.999Z')).accountAge).toBe(false)
    expect(oldEnoughAt(whole.joinedAt)).toEqual(now)
  })

  test('the quiz opens again the next day of the platform after two failed attempts on one day', () => {
    // 16:00 UTC is midnight in the platform's zone.
    const now = at('2026-11-21T12:00:00Z')
    const [morning, noon] = [at('2026-11-21T01:00:00Z'), at('2026-11-21T11:00:00Z')]
    expect(quizOpensAt([morning], now)).toEqual(now)
    expect(quizOpensAt([morning, noon], now)).toEqual(at('2026-11-21T16:00:00Z'))
    const nextDay = at('2026-11-21T16:00:00Z')
    expect(quizOpensAt([morning, noon], nextDay)).toEqual(nextDay)
  })
})

test('a round is a quarter, and a month ends with its last day', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(roundOf)).toEqual([
    '2026Q1',
    '2026Q1',
    '2026Q2',
    '2026Q4',
  ])
  expect(['2026-01-01', '2026-11-21', '2026-12-31'].map(nextRoundBegins)).toEqual([
    '2026-04-01',
    '2027-01-01',
    '2027-01-01',
  ])
  const ends = ['2026-02-28', '2028-02-28', '2028-02-29', '2026-11-29', '2026-11-30']
  expect(ends.map(endsMonth)).toEqual([true, false, true, false, true])
})

test('the pool keeps 4 % of what is carried and 30 % of what waits, each rounded up', () => {
  expect(reservedFor({ balances: usdt('100'), kept: 0n })).toBe(usdt('4'))
  expect(reservedFor({ balances: 0n, kept: usdt('100') })).toBe(usdt('30'))
  expect(reservedFor({ balances: 1n, kept: 1n })).toBe(2n)
})

test('only the amount above all claims is surplus', () => {
  expect(dynamicSurplus({ pool: 100n, due: 10n, reserved: 60n })).toBe(30n)
  expect(dynamicSurplus({ pool: 100n, due: 50n, reserved: 60n })).toBe(0n)
})

test('a balance is worth no more under a higher pair rate, and is unchanged under a lower one', () => {
  expect(rescaledBalance(usdt('100'), 600, 800)).toBe(usdt('75'))
  expect(rescaledBalance(1n, 600, 800)).toBe(0n)
  expect(rescaledBalance(usdt('100'), 800, 600)).toBe(usdt('100'))
})

test('volume is the value of the fee coins at the exit mark, rounded down', () => {
  expect(volumeOf(usdt('10'), usdt('1.035'))).toBe(usdt('10.35'))
  expect(volumeOf(1n, usdt('0.999999'))).toBe(0n)
})

test('every level above the first takes a fifth, rounded down at each', () => {
  const line = { parents: Int32Array.of(-1, 0, 1, 2), sides: Uint8Array.of(0, 0, 1, 0) }
  const { left, right } = pairedVolumes(line, Float64Array.of(0, 0, 0, 7))
  expect([left[2], right[1], left[0]]).toEqual([7, 5, 4])
  // A value that a double could round up: (2^53 − 2) / 5 is 0.4 under a whole number.
  const two = { parents: Int32Array.of(-1, 0, 1), sides: Uint8Array.of(0, 0, 0) }
  const most = 2 ** 51 - 1
  const exact = Number((BigInt(most) * p.decayNumerator) / p.decayDenominator)
  expect(pairedVolumes(two, Float64Array.of(0, 0, most)).left[0]).toBe(exact)
})

test('fees count for 30 × 24 hours before the cut-off: exchanges are executed after their own cut-off, so they begin a period earlier', () => {
  const { trades, exchanges } = countedFrom('2026-11-30')
  // The first trade that counts was finished at the cut-off of 31 October or later.
  expect([trades, exchanges]).toEqual(['2026-11-01', '2026-10-31'])
  const hours = (cutoffOf('2026-11-30').getTime() - cutoffOf('2026-10-31').getTime()) / 3_600_000
  expect(hours).toBe(30 * 24)
})
