import type { FastifyInstance } from 'fastify'

/**
 * Writes a line for each call that has been answered. It has the path's pattern and not the address,
 * and nothing that names a member: an id of a call leads to the line, and the member's error text has
 * the same id.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    )
  })
}
