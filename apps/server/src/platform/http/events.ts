import type { ServerResponse } from 'node:http'
import { eventsPath, operatorEventsPath, operatorTopicsOf } from '@banyan/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OutboxTopic } from '../outbox/announce.ts'
import type { LiveOutbox, LiveRow } from '../outbox/live.ts'
import { Refused, refuse } from '../refused.ts'
import type { Auth } from './auth.ts'
import { bearerOf } from './bearer.ts'
import { addressOf } from './limits.ts'
import { operatorOfCall } from './operator-call.ts'
import { operatorTokenOf } from './operator-session.ts'
import type { StreamPlaces } from './stream-places.ts'

const HEARTBEAT_MS = 20_000
/** A session ends by an event at once; by its own age within this time. */
const SESSION_CHECK_MS = 60_000
const STREAMS_PER_MEMBER = 5
/** security.md 4.7: phones of one carrier share addresses. */
const STREAMS_PER_ADDRESS = 200
/** The capacity of this process; the other limits hold for all processes together. */
const STREAMS = 12_000
/** A reader this far behind is dropped; it resumes by its last position. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** A listener: its identity, its topics, and whether it may still listen. */
interface Reader {
  id: string
  listen(deliver: (row: LiveRow) => void): () => void
  since(place: number): Promise<LiveRow[] | null>
  /** Refuses when the session has ended, or may no longer listen. */
  check(): Promise<unknown>
}

interface Streams {
  live: LiveOutbox
  auth: Auth
  places: StreamPlaces
  limitScale: number
}

/** Live events of members. */
export function addEvents(app: FastifyInstance, context: Streams): void {
  serveStream(app, eventsPath, context, async request => {
    const token = bearerOf(request)
    const { memberId } = await context.auth.authenticate(token)
    return {
      id: memberId,
      listen: deliver => context.live.listen(memberId, deliver),
      since: place => context.live.since(memberId, place),
      check: () => context.auth.authenticate(token),
    }
  })
}

/**
 * Live events of operators: the topics of their role. An open stream is no use of the session: it
 * locks all the same.
 */
export function addOperatorEvents(app: FastifyInstance, context: Streams): void {
  serveStream(app, operatorEventsPath, context, async request => {
    const { auth } = context
    const { operatorId, role } = await operatorOfCall(auth, request, 'operator.events', {
      isUse: false,
    })
    const token = operatorTokenOf(request)
    const topics: readonly OutboxTopic[] = [...operatorTopicsOf(role), 'operatorSession']
    const isFor = ({ event }: LiveRow) =>
      event.topic !== 'operatorSession' || event.id === operatorId
    return {
      id: operatorId,
      listen: deliver => context.live.listenTo(topics, row => isFor(row) && deliver(row)),
      since: async place => (await context.live.sinceOf(topics, place))?.filter(isFor) ?? null,
      // The events are for the role that opened the stream.
      check: async () => {
        const now = await auth.authenticateOperator(token, { isUse: false })
        if (now.role !== role) refuse('forbidden')
      },
    }
  })
}

/**
 * Live events as SSE over fetch, resumed by Last-Event-ID. The session is read, the connection
 * returned, and only then the stream opens: a stream holds no database connection.
 */
function serveStream(
  app: FastifyInstance,
  path: string,
  context: Streams,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const { places } = context
  let all = 0
  const streams = new Set<ServerResponse>()
  // A server that ends says so: its readers come back, each after a short time of its own, and are
  // given what they have missed by whichever process they reach.
  const endAll = () => {
    for (const stream of streams) endToReconnect(stream)
  }
  app.addHook('preClose', async () => endAll())
  // Places that were sent may be given to other news: a page that comes back loads everything.
  context.live.whenSetBack(endAll)
  app.get(path, async (request, reply) => {
    const reader = await readerOf(request)
    const stream = reply.raw
    if (stream.destroyed) return reply.hijack()
    if (all >= STREAMS) refuse('tooMany', { seconds: 30 })
    const own = { name: `of ${reader.id}`, most: STREAMS_PER_MEMBER }
    const most = STREAMS_PER_ADDRESS * context.limitScale
    // The path is part of the name: members of one address take no places of its operators.
    const address = { name: `${path} from ${addressOf(request.ip)}`, most }
    // Counted before anything is awaited, so that many streams opened at once see each other.
    all++
    const full = await places.take([own, address])
    if (full !== null) {
      all--
      refuse('tooMany', { seconds: full === own.name ? 10 : 30 })
    }
    const leave = () => {
      all--
      places.give([own, address])
    }
    if (stream.destroyed) {
      leave()
      return reply.hijack()
    }

    // Listening starts before the past is read, so nothing is lost between the two. Of a row that
    // arrives both ways the second is left out: places only rise.
    const begunAt = context.live.place
    const early: LiveRow[] = []
    let deliver = (row: LiveRow): void => void early.push(row)
    const stop = reader.listen(row => deliver(row))
    const timers: NodeJS.Timeout[] = []
    // Registered from the beginning: a reader may be gone while its past is still being read.
    stream.on('close', () => {
      stop()
      streams.delete(stream)
      for (const timer of timers) clearInterval(timer)
      leave()
    })
    const resumed = request.headers['last-event-id']
    const place = placeIn(resumed)
    const missed =
      resumed === undefined
        ? []
        : place === null
          ? null
          : await reader.since(place).catch(() => null)

    reply.hijack()
    if (stream.destroyed) return
    // The stream ends with its connection instead of being cut into chunks, whose frames make every
    // write dearer by a third.
    stream.removeHeader('Transfer-Encoding')
    stream.writeHead(200, {
      Connection: 'close',
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    streams.add(stream)
    if (context.live.place < begunAt) return endToReconnect(stream)
    const send = (text: string | Buffer): void => {
      if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy()
      // Between the end and the last byte sent, nothing may be written any more.
      else if (!stream.writableEnded) stream.write(text)
    }
    // `resync` makes a page that was away too long load everything that it shows again; it is
    // resumed from here the next time.
    send(missed === null ? `id: ${begunAt}\nevent: resync\ndata: {}\n\n` : ': open\n\n')
    const checkSession = () => {
      reader.check().catch((error: unknown) => {
        // An unavailable database is no reason to end the session's stream.
        if (error instanceof Refused) stream.end('event: session\ndata: {}\n\n')
      })
    }
    let sentUpTo = missed === null || place === null ? 0 : place
    deliver = row => {
      if (row.place <= sentUpTo) return
      sentUpTo = row.place
      const { topic } = row.event
      if (topic !== 'operatorSession') send(row.frame)
      if (topic === 'session' || topic === 'operatorSession') checkSession()
    }
    for (const row of [...(missed ?? []), ...early]) deliver(row)
    timers.push(
      setInterval(() => send(': still here\n\n'), HEARTBEAT_MS),
      setInterval(checkSession, SESSION_CHECK_MS),
    )
  })
}

/** Ends a stream, and has its reader open another one. */
const endToReconnect = (stream: ServerResponse): void =>
  void stream.end('event: reconnect\ndata: {}\n\n')

/**
 * The place in a `Last-Event-ID`. Null for everything else, such as an id of the version before:
 * its reader loads everything again.
 */
function placeIn(id: string | string[] | undefined): number | null {
  return typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}
