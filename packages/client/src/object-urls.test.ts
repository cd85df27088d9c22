import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdObjectUrl, releaseObjectUrl } from './object-urls.ts'

const revoked: string[] = []
let count = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++count}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(url => void revoked.push(url))
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  revoked.length = 0
})

test('an address stays while a removed image may still be loading, and is revoked afterwards', () => {
  const blob = new Blob(['picture'])
  const url = holdObjectUrl(blob)
  releaseObjectUrl(blob)
  vi.advanceTimersByTime(9_000)
  expect(revoked).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(revoked).toEqual([url])
  expect(holdObjectUrl(blob)).not.toBe(url)
  releaseObjectUrl(blob)
})

test('an address that is requested again in time is the same one, until its last holder releases it', () => {
  const blob = new Blob(['picture'])
  const url = holdObjectUrl(blob)
  releaseObjectUrl(blob)
  vi.advanceTimersByTime(9_000)
  expect(holdObjectUrl(blob)).toBe(url)
  expect(holdObjectUrl(blob)).toBe(url)
  releaseObjectUrl(blob)
  vi.advanceTimersByTime(60_000)
  expect(revoked).toEqual([])
  releaseObjectUrl(blob)
  vi.advanceTimersByTime(60_000)
  expect(revoked).toEqual([url])
})
