import {
  createAccount,
  login,
  publishBuyOrder,
  publishOrder,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../refused.ts'
import { openLimits, openTokenLimit } from './limits.ts'
import type { SharedCount, SharedCounts } from './shared-counts.ts'

// A minute, an hour or a day ends only where a test moves the time.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'let in',
    (error: unknown) => (error instanceof Refused ? error.refusal : 'a fault'),
  )

describe('limits by address', () => {
  it('let five accounts a day be created, and do not count a refused try', async () => {
    const limits = openLimits(1)
    const ask = () => limits(createAccount, '203.0.113.7', null)
    for (let n = 0; n < 5; n++) await (await ask())()
    for (let n = 0; n < 5; n++) expect(await outcomeOf(ask())).toBe('let in')
    expect(await outcomeOf(ask())).toBe('tooMany')
  })

  it('count a neighbourhood of IPv6 as one, and another apart', async () => {
    const limits = openLimits(1)
    for (let n = 0; n < 20; n++) await limits(login, `2001:db8:1:2::${n}`, null)
    expect(await outcomeOf(limits(login, '2001:db8:1:2::ffff', null))).toBe('tooMany')
    expect(await outcomeOf(limits(login, '2001:db8:1:3::1', null))).toBe('let in')
  })
})

describe('limits by account', () => {
  it.each([
    ['takes', takeOrder, takeBuyOrder],
    ['publications', publishOrder, publishBuyOrder],
  ])(
    'let ten %s of either side through, counted together, and another member apart',
    async (_, sell, buy) => {
      const limits = openLimits(1)
      const ask = (turn: number, who = 'a') => limits(turn % 2 ? sell : buy, '203.0.113.7', who)
      for (let turn = 0; turn < 10; turn++) await ask(turn)
      for (const turn of [0, 1]) {
        expect(await outcomeOf(ask(turn))).toBe('tooMany')
        expect(await outcomeOf(ask(turn, 'b'))).toBe('let in')
      }
    },
  )

  it('let an address make 120 takes a minute, by any number of members', async () => {
    const limits = openLimits(1)
    for (let n = 0; n < 120; n++) await limits(takeOrder, '203.0.113.7', `member ${n}`)
    const another = () => outcomeOf(limits(takeBuyOrder, '203.0.113.7', 'another'))
    vi.advanceTimersByTime(59_999)
    expect(await another()).toBe('tooMany')
    vi.advanceTimersByTime(1)
    expect(await another()).toBe('let in')
  })
})

describe('calls with invalid tokens', () => {
  it('are limited by address, and others are not hindered', async () => {
    const count = openTokenLimit(1)
    for (let n = 0; n < 120; n++) await count('203.0.113.7')
    expect(await outcomeOf(count('203.0.113.7'))).toBe('tooMany')
    expect(await outcomeOf(count('203.0.113.8'))).toBe('let in')
  })
})

describe('limits of several processes', () => {
  function openShared(): SharedCounts {
    const counts = new Map<string, SharedCount>()
    return {
      add(count, learn) {
        const all = (counts.get(count.name)?.points ?? 0) + count.points
        counts.set(count.name, { ...count, points: all })
        learn({ ...count, points: all })
      },
    }
  }

  it('count together: what one has counted, another learns', async () => {
    const shared = openShared()
    const processes = [openTokenLimit(1, shared), openTokenLimit(1, shared)] as const
    for (let n = 0; n < 60; n++) for (const count of processes) await count('203.0.113.7')
    expect(await outcomeOf(processes[1]('203.0.113.7'))).toBe('tooMany')
  })

  it('are not used up by a process with other limits than the usual ones', async () => {
    const shared = openShared()
    const wide = openTokenLimit(1000, shared)
    for (let n = 0; n < 200; n++) await wide('203.0.113.7')
    expect(await outcomeOf(openTokenLimit(1, shared)('203.0.113.7'))).toBe('let in')
  })
})
