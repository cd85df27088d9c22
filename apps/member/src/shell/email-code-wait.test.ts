import { describe, expect, it } from 'vitest'
import { resendAtOf, waitSeconds } from './email-code-wait.ts'

const at = '2026-01-01T00:01:00.000Z'
const now = Date.parse('2026-01-01T00:00:00.000Z')

describe('the wait for another code', () => {
  it('counts whole seconds down to the server’s instant', () => {
    expect(waitSeconds(at, now)).toBe(60)
    expect(waitSeconds(at, now + 1)).toBe(60)
    expect(waitSeconds(at, now + 59_001)).toBe(1)
    expect(waitSeconds(at, now + 60_000)).toBe(0)
    expect(waitSeconds(at, now + 600_000)).toBe(0)
  })

  it('is over before the first code was requested', () => {
    expect(waitSeconds(null, now)).toBe(0)
  })

  it('is the one in a refusal, if it has one', () => {
    expect(resendAtOf({ resendAt: at })).toBe(at)
    for (const data of [undefined, null, {}, { resendAt: 5 }, { resendAt: 'soon' }])
      expect(resendAtOf(data)).toBeNull()
  })
})
