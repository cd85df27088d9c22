import { randomBytes } from 'node:crypto'
import { cancelActivation, wireIdOf } from '@banyan/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { newUuid } from '../ids.ts'
import { ringOf } from '../key-ring.ts'
import { Refused, refuse } from '../refused.ts'
import { openSealing } from '../sealing.ts'
import { type DispatchContext, dispatcher } from './dispatch.ts'
import type { Route } from './route.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const member = newUuid()
const keys = {
  fingerprintKey: ringOf(randomBytes(32)),
  sealing: openSealing(ringOf(randomBytes(32))),
}

/** A call of a process, with this key, whose `before` and whose work do so. */
function asked(key: string, before: () => Promise<void>, work: () => Promise<unknown>) {
  const context = {
    ...keys,
    database: db.database,
    limits: async () => async () => {},
    auth: {
      authenticate: async () => ({ memberId: member, sessionId: 's' }),
      checkProof: () => {},
      refuseStopped: async () => {},
      refuseFrozen: async () => {},
      enterCall: async () => {},
      closingAmong: async () => new Set(),
    },
    checkAnswers: false,
    metrics: { answered: () => {} },
  } as unknown as DispatchContext
  const route = { kind: 'money', endpoint: cancelActivation, before, handle: work }
  const request = {
    raw: { socket: { destroyed: false }, destroyed: false, complete: true },
    headers: { 'idempotency-key': key },
    params: { id: wireIdOf('pos', '00000000-0000-7000-8000-000000000001') },
    query: {},
    body: {},
    ip: '203.0.113.7',
  }
  return dispatcher(context, route as unknown as Route)(
    request as unknown as FastifyRequest,
    { header: () => {} } as unknown as FastifyReply,
  ).then(
    envelope => envelope.data,
    error => (error instanceof Refused ? error.refusal : Promise.reject(error)),
  )
}

const goesOn = async () => {}
const isRefused = async () => refuse('paymentOfAnotherTrade', { amount: '1.00' })

it('answers an act that another process carried out while it was looked at', async () => {
  const key = 'a-key-of-two-processes'
  const answer = await asked(
    key,
    async () => {
      expect(await asked(key, goesOn, async () => ({ done: 'once' }))).toEqual({ done: 'once' })
      await isRefused()
    },
    async () => ({ done: 'twice' }),
  )
  expect(answer).toEqual({ done: 'once' })
})

it('refuses an act that nobody has carried out, and leaves its key free', async () => {
  const key = 'a-key-that-stays-free'
  expect(await asked(key, isRefused, goesOn)).toBe('paymentOfAnotherTrade')
  expect(await asked(key, goesOn, async () => ({ done: 'later' }))).toEqual({ done: 'later' })
})

it('fails when a look at it fails, also where another process carried it out', async () => {
  const key = 'a-key-behind-a-fault'
  const broken = asked(
    key,
    async () => {
      await asked(key, goesOn, async () => ({ done: 'once' }))
      throw new Error('the chain is away')
    },
    goesOn,
  )
  await expect(broken).rejects.toThrow('the chain is away')
})
