import type { FastifyInstance } from 'fastify'

/** How long, and how many bytes, of the rest of a body are accepted after the answer. */
const PATIENCE_MS = 500
const PATIENCE_BYTES = 4 * 1024 * 1024
const CHECK_MS = 10

/**
 * A caller who is answered before their body has arrived, because it is too large or not wanted,
 * may send a little more of it, so that they receive the answer; then the connection is closed.
 * Node would read the rest to its end.
 */
export function cutUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async request => {
    const { raw } = request
    if (raw.complete !== false || raw.socket.destroyed) return
    const { socket } = raw
    const [bytes, since] = [socket.bytesRead, performance.now()]
    const check = setInterval(() => {
      const isOver =
        socket.bytesRead - bytes > PATIENCE_BYTES || performance.now() - since > PATIENCE_MS
      if (!raw.complete && !socket.destroyed && !isOver) return
      clearInterval(check)
      if (!raw.complete) socket.destroy()
    }, CHECK_MS).unref()
  })
}
