import { type Endpoint, me, operatorMe } from '@banyan/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { Refused } from '../refused.ts'
import { type DispatchContext, dispatcher } from './dispatch.ts'

/** A call of the endpoint whose handler ends so. Returns who was counted, and how often a place was given back. */
async function dispatched(endpoint: Endpoint, handle: () => Promise<unknown>) {
  const counted: (string | null)[] = []
  let givenBack = 0
  const context = {
    limits: async (_, __, who) => {
      counted.push(who)
      return async () => {
        givenBack++
      }
    },
    auth: {
      authenticate: async () => ({ memberId: 'the member', sessionId: 's' }),
      authenticateOperator: async () => ({ operatorId: 'the operator', role: endpoint.roles[0] }),
      checkProof: () => {},
      recordRefused: async () => {},
      refuseStopped: async () => {},
    },
    checkAnswers: false,
    metrics: { answered: () => {} },
  } as Pick<DispatchContext, 'limits'> as DispatchContext
  // The caller is still there.
  const raw = { socket: { destroyed: false }, destroyed: false, complete: true }
  const request = { raw, headers: {}, params: {}, query: {}, body: {}, ip: '203.0.113.7' }
  const call = dispatcher(context, { kind: 'plain', endpoint, handle })
  const ended = await call(request as unknown as FastifyRequest, {} as FastifyReply).then(
    () => 'answered',
    error => (error instanceof Refused ? error.refusal : 'fault'),
  )
  return { ended, counted, givenBack }
}

it('counts a member and an operator by their own ids', async () => {
  const answer = async () => ({})
  expect((await dispatched(me, answer)).counted).toEqual(['the member'])
  expect((await dispatched(operatorMe, answer)).counted).toEqual(['the operator'])
})

it('gives the place of a refused act back, and keeps the one of an act that failed or is done', async () => {
  const refused = await dispatched(me, async () => {
    throw new Refused('notFound')
  })
  expect(refused).toMatchObject({ ended: 'notFound', givenBack: 1 })
  const failed = await dispatched(me, async () => {
    throw new Error('the database is away')
  })
  expect(failed).toMatchObject({ ended: 'fault', givenBack: 0 })
  const done = await dispatched(me, async () => ({}))
  expect(done).toMatchObject({ ended: 'answered', givenBack: 0 })
})
