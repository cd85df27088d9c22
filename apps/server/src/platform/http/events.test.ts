import { eventsPath, operatorEventsPath } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { LiveOutbox, LiveRow } from '../outbox/live.ts'
import { refuse } from '../refused.ts'
import type { Auth } from './auth.ts'
import { addEvents, addOperatorEvents } from './events.ts'

/** Places without an end. */
const places = { take: async () => null, give: () => {} }

describe("an operator's stream", () => {
  it('ends when the operator has another role, as it does when the session has ended', async () => {
    let role = 'support'
    let deliver: ((row: LiveRow) => void) | undefined
    const live = {
      place: 1,
      whenSetBack: () => () => {},
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
    addOperatorEvents(app, { live, auth, places, limitScale: 1 })
    const row = (frame: string): LiveRow => ({
      place: 2,
      memberId: null,
      frame: Buffer.from(frame),
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

describe("a member's stream", () => {
  it('that is resumed gets each row once, in the order of the places, also one that arrives both ways', async () => {
    const row = (place: number, topic = 'otc.trade'): LiveRow => ({
      place,
      memberId: 'ada',
      frame: Buffer.from(`id: ${place}\n\n`),
      event: { topic, id: null } as LiveRow['event'],
    })
    let deliver = (_row: LiveRow): void => {}
    let isEnded = false
    const live = {
      place: 4,
      whenSetBack: () => () => {},
      listen: (memberId: string, listener: (row: LiveRow) => void) => {
        expect(memberId).toBe('ada')
        deliver = listener
        return () => {}
      },
      // This process is behind the one that the stream was at: it passes on again what was sent there.
      since: async (memberId: string, place: number) => {
        expect([memberId, place]).toEqual(['ada', 5])
        for (const early of [5, 6, 7]) deliver(row(early))
        setImmediate(() => {
          for (const later of [8, 9]) deliver(row(later))
          isEnded = true
          deliver(row(10, 'session'))
        })
        return [row(6), row(7), row(8)]
      },
    } as unknown as LiveOutbox
    const auth = {
      authenticate: async () => (isEnded ? refuse('sessionExpired') : { memberId: 'ada' }),
    } as unknown as Auth
    const app = fastify()
    addEvents(app, { live, auth, places, limitScale: 1 })
    const { body } = await app.inject({
      url: eventsPath,
      headers: { authorization: 'Bearer x', 'last-event-id': '5' },
    })
    const ids = [...body.matchAll(/id: (\d+)/g)].map(([, id]) => Number(id))
    expect(ids).toEqual([6, 7, 8, 9, 10])
    expect(body).toContain('event: session')
    await app.close()
  })
})

describe('streams of a database that is set back', () => {
  /** Streams of a member, with what the database's return to an earlier place does. */
  function openStreams() {
    let setBack = () => {}
    let listening = 0
    const live = {
      place: 7,
      whenSetBack: (handle: () => void) => {
        setBack = handle
        return () => {}
      },
      listen: () => {
        listening++
        return () => {
          listening--
        }
      },
      since: async () => {
        // While the past of this one is read.
        live.place = 3
        setBack()
        return []
      },
    }
    const auth = { authenticate: async () => ({ memberId: 'ada' }) } as unknown as Auth
    const app = fastify()
    addEvents(app, { live: live as unknown as LiveOutbox, auth, places, limitScale: 1 })
    const open = (headers = {}) =>
      app.inject({ url: eventsPath, headers: { authorization: 'Bearer x', ...headers } })
    return { app, open, setBack: () => setBack(), listening: () => listening }
  }

  it('end and come back, those that are open and one that is being opened', async () => {
    const { app, open, setBack, listening } = openStreams()
    const streaming = open()
    await until('the stream', async () => listening() === 1)
    // It is open once its headers are written, a moment later.
    await new Promise(setImmediate)
    setBack()
    expect((await streaming).body).toContain('event: reconnect')
    expect((await open({ 'last-event-id': '6' })).body).toContain('event: reconnect')
    await app.close()
  })
})

describe('the places of an address', () => {
  it('are counted for members and operators apart', async () => {
    const asked: string[] = []
    // Full at once: a stream is refused after its names were asked for.
    const full = {
      take: async (names: readonly { name: string }[]) => {
        asked.push(names[1]?.name ?? '')
        return names[1]?.name ?? null
      },
      give: () => {},
    }
    const live = { place: 1, whenSetBack: () => () => {} } as unknown as LiveOutbox
    const auth = {
      authenticate: async () => ({ memberId: 'ada' }),
      authenticateOperator: async () => ({ operatorId: 'operator', role: 'support' }),
      checkProof: () => {},
    } as unknown as Auth
    const app = fastify()
    addEvents(app, { live, auth, places: full, limitScale: 1 })
    addOperatorEvents(app, { live, auth, places: full, limitScale: 1 })
    await app.inject({ url: eventsPath, headers: { authorization: 'Bearer x' } })
    await app.inject(operatorEventsPath)
    expect(asked).toHaveLength(2)
    expect(asked[0]).not.toBe(asked[1])
    await app.close()
  })
})
