import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of this call may take to come in, where it is more than others may. */
    bodyMs?: number
  }
}

/** How long a request may take to come in. */
const BODY_MS = 60_000
/** No call allows more than this: Node cuts all that take longer. */
export const MOST_BODY_MS = 330_000

/** Calls `cut` with the connection of a caller who takes longer to send a body than the call allows. */
export function limitBodyTime(app: FastifyInstance, cut: (socket: Socket) => void): void {
  app.addHook('onRequest', async request => {
    const { raw, routeOptions } = request
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (!hasBody || raw.complete) return
    const late = setTimeout(() => {
      if (!raw.complete && !raw.socket.destroyed) cut(raw.socket)
    }, routeOptions.config.bodyMs ?? BODY_MS).unref()
    raw.once('close', () => clearTimeout(late))
  })
}
