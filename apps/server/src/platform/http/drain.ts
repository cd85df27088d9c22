import type { FastifyInstance } from 'fastify'

/** Calls that are under way when a server closes may take this long; then they are cut off. */
const MOST_MS = 6_000
/** A connection whose last call has ended is closed within this time. */
const CHECK_MS = 50

/** Lets the calls that are under way end when the server closes, and accepts no other ones. */
export function finishCalls(app: FastifyInstance, mostMs = MOST_MS): void {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const idle = setInterval(() => server.closeIdleConnections(), CHECK_MS)
    const late = setTimeout(() => server.closeAllConnections(), mostMs)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}
