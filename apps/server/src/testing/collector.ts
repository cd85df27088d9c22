import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it came over the wire. */
export interface TakenSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: Record<string, unknown>
  isFault: boolean
}

interface WireSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status?: { code?: number }
}

/** How a collector answers: it takes spans, refuses them, or never answers. */
type Manner = 'takes' | 'refuses' | 'hangs'

/** Starts a receiver of OTLP over HTTP on this machine. */
export async function startCollector(manner: Manner = 'takes') {
  const bodies: string[] = []
  const steer = { manner }
  const server = createServer(async (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    for await (const part of request) body += part
    bodies.push(body)
    if (steer.manner === 'hangs') return
    response.writeHead(steer.manner === 'takes' ? 200 : 400, { 'content-type': 'application/json' })
    response.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    steer,
    /** The requests that came. */
    count: () => bodies.length,
    /**
     * All that was exported, but for what the SDK makes by itself: in random numbers and in nanoseconds
     * there are six digits of anything now and then.
     */
    text: () => bodies.map(body => JSON.stringify(JSON.parse(body, withoutOwn))).join('\n'),
    spans: (): TakenSpan[] => bodies.flatMap(body => spansIn(JSON.parse(body))),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const own = /^(traceId|spanId|parentSpanId|(start|end)TimeUnixNano)$/
const withoutOwn = (key: string, value: unknown): unknown => (own.test(key) ? undefined : value)

// biome-ignore lint/suspicious/noExplicitAny: the form of OTLP
const spansIn = ({ resourceSpans }: any): TakenSpan[] =>
  // biome-ignore lint/suspicious/noExplicitAny: the form of OTLP
  resourceSpans.flatMap(({ scopeSpans }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: the form of OTLP
    scopeSpans.flatMap(({ spans }: any) => (spans as WireSpan[]).map(taken)),
  )

const taken = ({ attributes, parentSpanId = '', status, ...span }: WireSpan): TakenSpan => ({
  ...span,
  parentSpanId,
  attributes: Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
  ),
  isFault: status?.code === 2,
})
