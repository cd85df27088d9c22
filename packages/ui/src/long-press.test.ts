import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LongPress } from './long-press.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (x: number, y = 0, id = 1) => ({ id, x, y })

describe('a long press', () => {
  test('is a touch held for 350 ms', () => {
    const act = vi.fn()
    new LongPress(act).down(at(0))
    vi.advanceTimersByTime(349)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalledTimes(1)
  })
  test('may move by up to 10 px', () => {
    const act = vi.fn()
    const press = new LongPress(act)
    press.down(at(0))
    press.move(at(6, 8))
    vi.advanceTimersByTime(350)
    expect(act).toHaveBeenCalledTimes(1)
    press.down(at(0))
    press.move(at(6, 8.1))
    vi.advanceTimersByTime(1000)
    expect(act).toHaveBeenCalledTimes(1)
  })
  test('is not interrupted by another finger, and ends when its own is lifted', () => {
    const act = vi.fn()
    const press = new LongPress(act)
    press.down(at(0))
    press.move(at(200, 0, 2))
    vi.advanceTimersByTime(349)
    press.cancel()
    vi.advanceTimersByTime(1000)
    expect(act).not.toHaveBeenCalled()
  })
  test('suppresses the click that follows it, and only that one', () => {
    const press = new LongPress(() => {})
    press.down(at(0))
    vi.advanceTimersByTime(350)
    expect(press.tookClick()).toBe(true)
    expect(press.tookClick()).toBe(false)
  })
  test('that was too short does not suppress the click', () => {
    const press = new LongPress(() => {})
    press.down(at(0))
    vi.advanceTimersByTime(100)
    press.cancel()
    expect(press.tookClick()).toBe(false)
  })
})
