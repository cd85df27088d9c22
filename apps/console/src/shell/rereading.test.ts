import { operatorTopics } from '@banyan/domain'
import type { Query } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isReread, openRereading, rereadOn } from './rereading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('rereads something on every topic of operators', () => {
  expect(operatorTopics.filter(topic => (rereadOn[topic] ?? []).length === 0)).toEqual([])
})

it('rereads at once, and once more for all news that came meanwhile', () => {
  const invalidateQueries = vi.fn(async () => {})
  const onNews = openRereading({ invalidateQueries })
  onNews('statistics')
  expect(invalidateQueries).toHaveBeenCalledTimes(1)
  onNews('statistics')
  onNews('statistics')
  expect(invalidateQueries).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(invalidateQueries).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1_000)
  expect(invalidateQueries).toHaveBeenCalledTimes(2)
  onNews('statistics')
  expect(invalidateQueries).toHaveBeenCalledTimes(3)
})

it('leaves a list of many pages to its reader', () => {
  const query = (data: unknown) => ({ state: { data } }) as Query
  expect(isReread(query({ pages: [1, 2, 3] }))).toBe(true)
  expect(isReread(query({ pages: [1, 2, 3, 4] }))).toBe(false)
  expect(isReread(query({ items: [] }))).toBe(true)
  expect(isReread(query(undefined))).toBe(true)
})
