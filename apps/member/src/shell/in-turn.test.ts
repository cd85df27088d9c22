import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const noted = () => {
  const done: string[] = []
  return { done, act: (name: string) => () => void done.push(name) }
}

test('each has a task of its own, in the order given', () => {
  const { done, act } = noted()
  inTurn(3000, [act('first'), act('second')])
  vi.advanceTimersByTime(2999)
  expect(done).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['first'])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['first', 'second'])
  expect(vi.getTimerCount()).toBe(0)
})

test('one that throws does not keep the next from running', () => {
  const { done, act } = noted()
  const failing = () => {
    throw new Error('no')
  }
  inTurn(0, [failing, act('second')])
  expect(() => vi.advanceTimersToNextTimer()).toThrow('no')
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['second'])
})

test('pending ones can be dropped', () => {
  const { done, act } = noted()
  const drop = inTurn(0, [act('first'), act('second')])
  vi.advanceTimersToNextTimer()
  drop()
  vi.runAllTimers()
  expect(done).toEqual(['first'])
})
