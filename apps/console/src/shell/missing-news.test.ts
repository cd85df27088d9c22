import { describe, expect, it } from 'vitest'
import { openMissingNews } from './missing-news.ts'

function opened() {
  let trouble: unknown = null
  let time = 0
  let changed = () => {}
  const isLocked = openMissingNews(
    {
      trouble: () => trouble,
      onTrouble: handler => {
        changed = handler
      },
    },
    () => time,
  )
  return {
    isLocked,
    note: (given: unknown, at: number) => {
      ;[trouble, time] = [given, at]
      changed()
    },
    at: (moment: number) => {
      time = moment
    },
  }
}

describe('money acts', () => {
  it('are locked once news are missing for more than ten seconds, and open with the next news', () => {
    const { isLocked, note, at } = opened()
    expect(isLocked()).toBe(false)
    note(new Error('away'), 1_000)
    at(11_000)
    expect(isLocked()).toBe(false)
    at(11_001)
    expect(isLocked()).toBe(true)
    note(null, 12_000)
    expect(isLocked()).toBe(false)
  })

  it('count from the first failure, not from the last attempt', () => {
    const { isLocked, note, at } = opened()
    note(new Error('away'), 0)
    note(new Error('still away'), 9_000)
    at(10_001)
    expect(isLocked()).toBe(true)
  })
})
