import { createServer, type Server, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Probes, readyAnswer } from './app.ts'
import type { Metrics } from './metrics.ts'

/** What the private port of a process reports. */
export interface PrivateParts extends Probes {
  metrics: Metrics
}

/** Where it listens: an address that members cannot reach. */
export interface PrivatePlace {
  host: string
  port: number
}

/** A profile covers this many seconds at most. */
const MOST_PROFILED = 60

/**
 * Serves what members must not learn on a port of its own: `/metrics` (Prometheus), `/readyz`,
 * `/healthz`, and `/profile?seconds=10`, a profile of the processor's time for a browser's developer
 * tools. Every process has one, whatever it does.
 */
export async function servePrivately(parts: PrivateParts, place: PrivatePlace): Promise<Server> {
  let profiling = false
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(path, 'http://private')
    if (pathname === '/metrics') {
      const { mediaType, body } = await parts.metrics.text()
      return void response.writeHead(200, { 'content-type': mediaType }).end(body)
    }
    if (pathname === '/healthz') return sendJson(response, 200, { ok: true })
    if (pathname === '/readyz') {
      const { status, body } = await readyAnswer(parts)
      return sendJson(response, status, body)
    }
    if (pathname !== '/profile') return sendJson(response, 404, { ok: false })
    const seconds = Number(searchParams.get('seconds') ?? 10)
    if (profiling || !(seconds > 0 && seconds <= MOST_PROFILED))
      return sendJson(response, 409, {
        ok: false,
        mend: `Ask for one profile at a time, of up to ${MOST_PROFILED} seconds.`,
      })
    profiling = true
    try {
      sendJson(response, 200, await profileOf(seconds))
    } finally {
      profiling = false
    }
  }
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, place.host, resolve)
  })
  return server
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Where this process spends the processor's time, in the format of V8. */
async function profileOf(seconds: number): Promise<object> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    await sleep(seconds * 1000)
    const { profile } = await session.post('Profiler.stop')
    return profile
  } finally {
    session.disconnect()
  }
}
