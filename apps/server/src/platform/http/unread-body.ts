import type { FastifyInstance } from 'fastify'

/** For how long, and how many bytes, the rest of a body is let in once the answer has been given. */
const PATIENCE_MS = 500
const PATIENCE_BYTES = 4 * 1024 * 1024
const LOOK_MS = 10

/**
 * Who is answered before their body has come in, because it is too large or not wanted, may send a
 * little more of it, so that they hear the answer; then the connection is cut. Node would read the
 * rest to its end.
 */
export function cutUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async request => {
    const { raw } = request
    if (raw.complete !== false || raw.socket.destroyed) return
    const { socket } = raw
    const [bytes, since] = [socket.bytesRead, performance.now()]
    const look = setInterval(() => {
      const isOver =
        socket.bytesRead - bytes > PATIENCE_BYTES || performance.now() - since > PATIENCE_MS
      if (!raw.complete && !socket.destroyed && !isOver) return
      clearInterval(look)
      if (!raw.complete) socket.destroy()
    }, LOOK_MS).unref()
  })
}
