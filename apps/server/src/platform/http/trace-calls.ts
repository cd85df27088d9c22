import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type OpenSpan, openSpan } from '../tracing/spans.ts'

/**
 * Records a span for each call, named by its path's pattern. A trace of a proxy that is trusted goes on
 * here; what others send as `traceparent` is ignored.
 */
export function traceCalls(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  const within = (request: FastifyRequest, next: () => void): void => {
    const span = spans.get(request)
    if (span) span.within(next)
    else next()
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api')) return done()
    const route = request.routeOptions.url ?? 'unknown'
    const span = openSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': request.method, 'http.route': route },
      isRoot: true,
      traceparent: traceparentOf(request),
    })
    if (!span) return done()
    spans.set(request, span)
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode
      span.end({
        facts: { 'http.response.status_code': status },
        ...(status >= 500 ? { fault: String(status) } : {}),
      })
    })
    span.within(done)
  })
  // A body is read in the context of its connection, and the end of an answer is seen there too.
  app.addHook('preValidation', (request, _reply, done) => within(request, done))
  app.addHook('onResponse', (request, _reply, done) => within(request, done))
}

/** Of a trusted proxy alone: it has named the caller's address. */
function traceparentOf({ headers, ips }: FastifyRequest): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' && (ips?.length ?? 0) > 1 ? traceparent : undefined
}
