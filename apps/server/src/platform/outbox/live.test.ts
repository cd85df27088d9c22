import { describe, expect, it } from 'vitest'
import { type LiveRow, withoutRepeats } from './live.ts'

const row = (
  place: number,
  memberId: string | null,
  topic: LiveRow['event']['topic'],
): LiveRow => ({
  place,
  memberId,
  event: { topic, id: null },
  frame: Buffer.of(),
})

describe('news that come together', () => {
  it('are sent once to everyone by topic, the last of them, and all to each member, in order', () => {
    const rows = [
      row(1, null, 'otc.market'),
      row(2, 'a', 'otc.trade'),
      row(3, null, 'pricing'),
      row(4, 'a', 'otc.trade'),
      row(5, null, 'otc.market'),
    ]
    expect(withoutRepeats(rows).map(one => one.place)).toEqual([2, 3, 4, 5])
  })
})
