import { operatorEventsPath } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { LiveOutbox, LiveRow } from '../outbox/live.ts'
import type { Auth } from './auth.ts'
import { addOperatorEvents } from './events.ts'

describe("an operator's stream", () => {
  it('ends when the operator has another role, as it does when the session has ended', async () => {
    let role = 'support'
    let deliver: ((row: LiveRow) => void) | undefined
    const live = {
      listenTo: (_topics: unknown, listener: (row: LiveRow) => void) => {
        deliver = listener
        return () => {}
      },
    } as unknown as LiveOutbox
    const auth = {
      authenticateOperator: async () => ({ operatorId: 'operator', role }),
      checkProof: () => {},
    } as unknown as Auth
    const app = fastify()
    addOperatorEvents(app, { live, auth, limitScale: 1 })
    const row = (frame: string): LiveRow => ({
      place: '1-1',
      memberId: null,
      frame,
      event: { topic: 'session', id: null } as LiveRow['event'],
    })
    const streaming = app.inject(operatorEventsPath)
    await until('the stream', async () => deliver !== undefined)
    role = 'reviewer'
    deliver?.(row('data: {}\n\n'))
    const { body } = await streaming
    expect(body).toContain('event: session')
    await app.close()
  })
})
