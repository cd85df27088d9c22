import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** Ends a connection on which nothing answers, without saying goodbye. */
export const endSilently = (client: pg.ClientBase): void =>
  void (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()

/**
 * Ends the connections of a pool that nobody uses: after one has died silently, as when a firewall
 * forgets or a server is cut off, each of the others would be waited for in vain, one after the
 * other. New ones are opened as they are needed.
 */
export function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      client => {
        endSilently(client)
        client.release(true)
      },
      () => {},
    )
}
