import { describe, expect, test } from 'vitest'
import { type Dated, refetchDelay } from './due.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString()
const trade = (given: Partial<Dated>): Dated => ({
  deadline: null,
  appealFrom: null,
  dispute: null,
  ...given,
})

describe('the next refetch of trades', () => {
  test('is never, when nothing will happen by itself', () => {
    expect(refetchDelay([], now)).toBe(false)
    expect(refetchDelay([trade({})], now)).toBe(false)
  })
  test('is just after the first deadline of all', () => {
    const trades = [trade({ deadline: at(90) }), trade({ deadline: at(30) })]
    expect(refetchDelay(trades, now)).toBe(30_300)
  })
  test('repeats once a deadline has passed', () => {
    expect(refetchDelay([trade({ deadline: at(-1) })], now)).toBe(2000)
  })
  test('is when an appeal becomes possible, if that comes before the deadline', () => {
    expect(refetchDelay([trade({ deadline: at(1800), appealFrom: at(600) })], now)).toBe(600_300)
  })
  test('is not for an opening in the past', () => {
    expect(refetchDelay([trade({ appealFrom: at(-600) })], now)).toBe(false)
  })
  test('is when the time to answer or to request a review is over', () => {
    const dispute = { replyBy: { buyer: null, seller: at(60) }, reviewDeadline: null }
    expect(refetchDelay([trade({ dispute })], now)).toBe(60_300)
    const ruled = { replyBy: { buyer: null, seller: at(-60) }, reviewDeadline: at(40) }
    expect(refetchDelay([trade({ dispute: ruled })], now)).toBe(40_300)
  })
  test('is never further away than the longest timer', () => {
    expect(refetchDelay([trade({ deadline: at(90 * 86_400) })], now)).toBe(86_400_000)
  })
})
