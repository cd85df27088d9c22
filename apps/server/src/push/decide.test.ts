import { pushKinds } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { nextOf, ttlOf } from './decide.ts'

const answered = (status: number, retryAfterS: number | null = null) => ({ status, retryAfterS })

describe('after a try', () => {
  it('an accepted message is done', () => {
    expect(nextOf(answered(201), 1)).toEqual({ do: 'done' })
  })

  it('a subscription that the push service does not know is ended', () => {
    for (const status of [404, 410]) expect(nextOf(answered(status), 1).do).toBe('endSubscription')
  })

  it('a redirect is not followed, and a refusal is not tried again', () => {
    for (const status of [301, 302, 307, 400, 401, 403, 413])
      expect(nextOf(answered(status), 1)).toEqual({ do: 'drop' })
  })

  it('an error is tried again, four times in all', () => {
    for (const answer of [null, answered(500), answered(503), answered(429)])
      expect([1, 2, 3, 4, 5].map(tries => nextOf(answer, tries))).toEqual([
        { do: 'again', waitS: 10 },
        { do: 'again', waitS: 60 },
        { do: 'again', waitS: 300 },
        { do: 'drop' },
        { do: 'drop' },
      ])
  })

  it('a push service may ask for a longer wait, within limits', () => {
    expect(nextOf(answered(429, 120), 1)).toEqual({ do: 'again', waitS: 120 })
    expect(nextOf(answered(429, 2), 1)).toEqual({ do: 'again', waitS: 10 })
    expect(nextOf(answered(503, 1e9), 1)).toEqual({ do: 'again', waitS: 3_600 })
  })
})

describe('a message', () => {
  it('of every kind lives some minutes and at most a day', () => {
    for (const kind of pushKinds) {
      expect(ttlOf(kind)).toBeGreaterThanOrEqual(1_800)
      expect(ttlOf(kind)).toBeLessThanOrEqual(86_400)
    }
  })
})
