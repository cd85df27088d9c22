import type { TradeView } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const at = (minute: number): string => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`
type Dispute = NonNullable<TradeView['dispute']>
const shownSteps = (timeline: TradeView['timeline'], ofCase: Dispute['timeline'] | null = null) =>
  stepsOf({ timeline, dispute: ofCase && ({ timeline: ofCase } as Dispute) })

describe('the time line', () => {
  test('names who made a step that both sides can make', () => {
    expect(
      shownSteps([
        { event: 'take', actor: 'seller', at: at(0) },
        { event: 'pay', actor: 'buyer', at: at(1) },
        { event: 'appeal', actor: 'seller', at: at(2) },
      ]),
    ).toEqual([
      { key: 'timeline.take', by: null, at: at(0) },
      { key: 'timeline.pay', by: null, at: at(1) },
      { key: 'timeline.appeal', by: 'seller', at: at(2) },
    ])
  })

  test('contains the steps of the case among those of the trade, in their order', () => {
    const steps = shownSteps(
      [
        { event: 'appeal', actor: 'buyer', at: at(1) },
        { event: 'rulingRelease', actor: 'arbitrators', at: at(9) },
      ],
      [
        { event: 'open', actor: 'buyer', at: at(1) },
        { event: 'take', actor: 'arbitrator', at: at(3) },
        { event: 'state', actor: 'seller', at: at(4) },
        { event: 'opine', actor: 'arbitrator', at: at(5) },
        { event: 'agree', actor: 'arbitrator', at: at(6) },
        { event: 'accept', actor: 'seller', at: at(8) },
        { event: 'execute', actor: 'clock', at: at(9) },
      ],
    )
    expect(steps.map(({ key, by }) => [key, by])).toEqual([
      ['timeline.appeal', 'buyer'],
      ['caseTimeline.take', null],
      ['caseTimeline.state', 'seller'],
      ['caseTimeline.ruled', null],
      ['caseTimeline.accept', 'seller'],
      ['timeline.rulingRelease', null],
    ])
  })

  test('shows what a third arbitrator decided as a ruling, and the opinions before it not at all', () => {
    const steps = shownSteps(
      [],
      [
        { event: 'opine', actor: 'arbitrator', at: at(1) },
        { event: 'disagree', actor: 'arbitrator', at: at(2) },
        { event: 'decide', actor: 'arbitrator', at: at(3) },
      ],
    )
    expect(steps.map(({ key }) => key)).toEqual(['caseTimeline.ruled'])
  })
})
