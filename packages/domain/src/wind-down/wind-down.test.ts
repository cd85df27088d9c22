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
  test('is cancelled by operators while its notice runs, and advanced by the clock alone', () => {
    expect(steps).toEqual([
      'announced cancel operators → cancelled',
      'announced endNotice clock → closing',
      'closing freeze clock → paying',
      'paying finish clock → closed',
    ])
  })

  test('has exactly one stop for every call that writes, and none for other calls', () => {
    expect([...windDownStops.keys()].toSorted()).toEqual([...actRows.keys()].toSorted())
  })

  test('never stops the calls by which members leave and read', () => {
    for (const call of ['withdraw.create', 'withdraw.quote', 'auth.login', 'email.requestCode'])
      expect(windDownStates.some(state => stopsAt(call, state))).toBe(false)
  })

  test('stops the calls in order: at the notice, at its end and at the payment', () => {
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
