import { describe, expect, it } from 'vitest'
import { overlaps, reignsOf } from './watches.ts'

describe('reigns', () => {
  it('end where a machine has not said for a while that it is the primary', () => {
    expect(reignsOf('m1', [0, 500, 1_100, 9_000, 9_500])).toEqual([
      { machine: 'm1', from: 0, to: 1_100 },
      { machine: 'm1', from: 9_000, to: 9_500 },
    ])
  })

  it('of two machines overlap where one begins before the other has ended', () => {
    const first = { machine: 'm1', from: 0, to: 1_000 } as const
    expect(overlaps([first, { machine: 'm2', from: 1_000, to: 2_000 }])).toEqual([])
    expect(overlaps([first, { machine: 'm2', from: 900, to: 2_000 }])).toHaveLength(1)
    expect(overlaps([first, { machine: 'm1', from: 900, to: 2_000 }])).toEqual([])
  })
})
