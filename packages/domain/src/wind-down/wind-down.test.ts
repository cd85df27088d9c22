import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../endpoints.ts'
import { stoppedCalls, stopsAt } from './stops.ts'
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

  test('stops no call that only reads', () => {
    for (const { id, method, stopsAt: stop } of allEndpoints)
      if (method === 'GET') expect(stop, id).toBe('never')
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
    expect(stoppedCalls('announced').toSorted()).toEqual([
      'earnings.activate',
      'subscriptions.place',
      'user.create',
    ])
    expect(stoppedCalls('cancelled')).toEqual([])
  })
})
