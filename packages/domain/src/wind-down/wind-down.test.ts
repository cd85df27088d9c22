import { describe, expect, test } from 'vitest'
import { actRows } from '../identity/freezes.ts'
import { stoppedCalls, stopsAt, windDownStops } from './stops.ts'
import { type WindDownActor, windDownMachine, windDownStates } from './wind-down.ts'

const steps = windDownStates.flatMap(state =>
  (['cancel', 'endNotice', 'freeze', 'finish'] as const).flatMap(event =>
    (['operators', 'clock'] as WindDownActor[]).flatMap(actor => {
      const step = windDownMachine.step(state, event, actor)
      return step ? [`${state} ${event} ${actor} → ${step.to}`] : []
    }),
  ),
)

describe('a wind-down', () => {
  test('is taken back by operators while its notice runs, and moved on by the clock alone', () => {
    expect(steps).toEqual([
      'announced cancel operators → cancelled',
      'announced endNotice clock → closing',
      'closing freeze clock → paying',
      'paying finish clock → closed',
    ])
  })

  test('says of every call that writes when it stops, once, and of no other', () => {
    expect([...windDownStops.keys()].toSorted()).toEqual([...actRows.keys()].toSorted())
  })

  test('never stops what a member leaves and reads with', () => {
    for (const call of ['withdraw.create', 'withdraw.quote', 'auth.login', 'email.requestCode'])
      expect(windDownStates.some(state => stopsAt(call, state))).toBe(false)
  })

  test('stops in their order what is named for the notice, for its end and for the payment', () => {
    const stopped = (call: string) => windDownStates.filter(state => stopsAt(call, state))
    expect(stopped('subscriptions.place')).toEqual(['announced', 'closing', 'paying', 'closed'])
    expect(stopped('otc.take')).toEqual(['closing', 'paying', 'closed'])
    expect(stopped('otc.release')).toEqual(['paying', 'closed'])
    expect(stoppedCalls('announced')).toEqual([
      'user.create',
      'subscriptions.place',
      'earnings.activate',
    ])
    expect(stoppedCalls('cancelled')).toEqual([])
  })
})
