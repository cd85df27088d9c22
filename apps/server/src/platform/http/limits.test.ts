import {
  createAccount,
  login,
  publishBuyOrder,
  publishOrder,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../refused.ts'
import { addressOf, openLimits, openTokenLimit } from './limits.ts'
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

describe('an address', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
  const quarters = fc.array(group, { minLength: 4, maxLength: 4 })
  /** The ways in which the same address is written: whole, as short as can be, and as Node writes it. */
  const writings = (groups: readonly number[]): string[] => {
    const hex = groups.map(one => one.toString(16))
    const whole = hex.join(':')
    return [
      whole,
      hex.map(one => one.padStart(4, '0').toUpperCase()).join(':'),
      new URL(`http://[${whole}]`).hostname.slice(1, -1),
    ]
  }

  it('of IPv6 counts by its first 64 bits, however it is written', () => {
    fc.assert(
      fc.property(quarters, quarters, quarters, (net, host, other) => {
        // Those that hold an IPv4 address are another case.
        fc.pre([net, other].every(one => one.some(part => part !== 0)))
        const names = [host, other].flatMap(end => writings([...net, ...end]).map(addressOf))
        expect(new Set(names).size).toBe(1)
        if (other.join() === net.join()) return
        for (const text of writings([...other, ...host]))
          expect(names).not.toContain(addressOf(text))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.8', '203.0.113.8'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (ip, name) => expect(addressOf(ip)).toBe(name))
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
