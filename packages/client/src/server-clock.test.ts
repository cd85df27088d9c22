import { describe, expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

const header = (ms: number) => new Date(ms).toUTCString()
const base = Date.parse('2026-11-21T00:00:00Z')

describe('the server clock', () => {
  test('is the device clock until a response arrives', () => {
    expect(new ServerClock(() => 42).now()).toBe(42)
  })
  test('is bounded by the header, which is cut to a second', () => {
    const clock = new ServerClock(() => 0)
    clock.noteHeader(header(base), 0, 100)
    expect(clock.offsetMs).toBeGreaterThanOrEqual(base - 100)
    expect(clock.offsetMs).toBeLessThanOrEqual(base + 1000)
  })
  test('becomes more exact with every response', () => {
    const trueOffset = 10_000
    const clock = new ServerClock(() => 0)
    for (let sent = base; sent < base + 5_000; sent += 130) {
      const server = sent + 5 + trueOffset
      clock.noteHeader(header(Math.floor(server / 1000) * 1000), sent, sent + 10)
    }
    expect(Math.abs(clock.offsetMs - trueOffset)).toBeLessThan(100)
  })
  test('prefers an exact time over any header, before and after', () => {
    const clock = new ServerClock(() => 0)
    clock.noteHeader(header(base), 0, 10)
    clock.noteExact('2026-01-01T00:00:00.000Z', 0, 10)
    clock.noteHeader(header(base), 20, 30)
    expect(clock.offsetMs).toBe(Date.parse('2026-01-01T00:00:00Z') - 5)
  })
  test('starts again when a clock was set', () => {
    const clock = new ServerClock(() => 0)
    clock.noteHeader(header(base), 0, 10)
    clock.noteHeader(header(base + 3_600_000), 20, 30)
    expect(clock.offsetMs).toBeGreaterThan(base + 3_500_000)
  })
  test('ignores an invalid header', () => {
    const clock = new ServerClock(() => 7)
    clock.noteHeader('soon', 0, 1)
    clock.noteHeader(null, 0, 1)
    clock.noteExact('never', 0, 1)
    expect(clock.offsetMs).toBe(0)
  })
})
