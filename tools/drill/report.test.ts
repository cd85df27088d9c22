import { describe, expect, it } from 'vitest'
import { isWell, type Result, renderReport } from './report.ts'

const good: Result = {
  name: 'primary-killed',
  does: 'the primary is killed',
  course: 'm1 → m2',
  noticed: { answered: 900, repeated: 12, silenceMs: 12_340, slowestMs: 15_000 },
  comparison: { lost: [], doubled: [], once: 900 },
  leaders: 0,
  breaches: [],
  surprises: [],
  at: '2026-11-27T08:00:12.000Z',
}

describe('a fault', () => {
  it('went well where nothing is lost, doubled, broken, and answers came again within half a minute', () => {
    expect(isWell(good)).toBe(true)
    const { comparison, noticed } = good
    for (const wrong of [
      { comparison: { ...comparison, lost: ['a'] } },
      { comparison: { ...comparison, doubled: ['a'] } },
      { leaders: 1 },
      { breaches: ['ledger: 1 breach'] },
      { surprises: ['an error'] },
      { noticed: { ...noticed, silenceMs: 30_001 } },
    ])
      expect(isWell({ ...good, ...wrong })).toBe(false)
  })
})

describe('the document', () => {
  const circumstances = {
    versions: ['patroni_3.0.2-1_all.deb'],
    machine: 'x',
    lastsMs: 40_000,
  }

  it('has a row of figures for each fault', () => {
    const text = renderReport([good], circumstances)
    expect(text).toContain(
      '| `primary-killed` | m1 → m2 | 900 | 0 / 0 | 12 | 12.3 | 15.0 | yes | ok | good | 2026-11-27 08:00 |',
    )
    expect(text).toContain('patroni 3.0.2-1')
  })

  it('names what was not tried', () => {
    expect(renderReport([good], circumstances)).not.toContain('Not tried yet')
    expect(renderReport([good], circumstances, ['clock-skew'])).toContain(
      'Not tried yet: `clock-skew`.',
    )
  })

  it('says plainly what did not go well', () => {
    const text = renderReport(
      [{ ...good, surprises: ['no primary within 90000 ms'] }],
      circumstances,
    )
    expect(text).toContain('**not good** no primary within 90000 ms')
  })
})
