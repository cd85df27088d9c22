import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toaster } from './toaster.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a toast', () => {
  test('disappears after 1500 ms by default', () => {
    const toaster = new Toaster()
    toaster.show('saved')
    vi.advanceTimersByTime(1499)
    expect(toaster.current()?.text).toBe('saved')
    vi.advanceTimersByTime(1)
    expect(toaster.current()).toBeNull()
  })
  test('stays as long as configured', () => {
    const toaster = new Toaster()
    toaster.show('refused', { durationMs: 2000 })
    vi.advanceTimersByTime(1999)
    expect(toaster.current()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(toaster.current()).toBeNull()
  })
  test('of loading stays until it is hidden', () => {
    const toaster = new Toaster()
    const hide = toaster.loading('sending')
    vi.advanceTimersByTime(3_600_000)
    expect(toaster.current()?.text).toBe('sending')
    hide()
    expect(toaster.current()).toBeNull()
  })
  test('replaces the previous one, whose timer no longer counts', () => {
    const toaster = new Toaster()
    toaster.show('one')
    vi.advanceTimersByTime(1000)
    toaster.show('two')
    vi.advanceTimersByTime(1000)
    expect(toaster.current()?.text).toBe('two')
  })
  test('is not hidden by the end of an earlier loading one', () => {
    const toaster = new Toaster()
    const hide = toaster.loading('sending')
    toaster.show('done')
    hide()
    expect(toaster.current()?.text).toBe('done')
  })
})

describe('an offer', () => {
  const offer = { text: 'new version', action: 'update', later: 'later', act: () => {} }
  test('stays while toasts come and go, until it is dismissed', () => {
    const toaster = new Toaster()
    toaster.offer(offer)
    toaster.show('saved')
    vi.advanceTimersByTime(3_600_000)
    expect(toaster.current()).toBeNull()
    expect(toaster.shown().offer?.text).toBe('new version')
    toaster.dropOffer()
    expect(toaster.shown().offer).toBeNull()
  })
  test('disappears when it is accepted, and acts once', () => {
    const toaster = new Toaster()
    const act = vi.fn()
    toaster.offer({ ...offer, act })
    toaster.shown().offer?.act()
    expect(act).toHaveBeenCalledTimes(1)
    expect(toaster.shown().offer).toBeNull()
  })
  test('that was replaced cannot withdraw its successor', () => {
    const toaster = new Toaster()
    const takeBack = toaster.offer(offer)
    toaster.offer({ ...offer, text: 'newer version' })
    takeBack()
    expect(toaster.shown().offer?.text).toBe('newer version')
    toaster.dropOffer()
    expect(toaster.shown().offer).toBeNull()
  })
  test('waits behind a newer one, and is shown again when that is gone', () => {
    const toaster = new Toaster()
    toaster.offer(offer)
    const takeBack = toaster.offer({ ...offer, text: 'above a limit' })
    expect(toaster.shown().offer?.text).toBe('above a limit')
    takeBack()
    expect(toaster.shown().offer?.text).toBe('new version')
  })
})
