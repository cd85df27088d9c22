import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { dropIdle } from './dead-connections.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Passes on what goes to the database; says how many connections are open and how many bytes came. */
async function startPassage() {
  const open = new Set<Socket>()
  let received = 0
  const { hostname, port } = new URL(db.url)
  const server = createServer(near => {
    const far = connect({ host: hostname, port: Number(port) })
    open.add(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    near.on('data', bytes => {
      received += bytes.length
      far.write(bytes)
    })
    far.pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(db.url)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, open, received: () => received, stop: () => server.close() }
}

it('connections that nobody uses are ended without a word, and one in use goes on', async () => {
  const passage = await startPassage()
  const pool = new pg.Pool({ connectionString: passage.url, max: 4 })
  pool.on('error', () => {})
  try {
    const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
    for (const client of clients.slice(1)) client.release()
    expect([pool.idleCount, passage.open.size]).toEqual([3, 4])
    const before = passage.received()
    dropIdle(pool)
    await expect.poll(() => passage.open.size).toBe(1)
    // A goodbye would be written to a connection on which nothing answers, and waited for.
    const said = passage.received() - before
    const inUse = [pool.totalCount, (await clients[0]?.query('select 1 as one'))?.rows]
    clients[0]?.release()
    expect({ said, inUse }).toEqual({ said: 0, inUse: [1, [{ one: 1 }]] })
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  } finally {
    await pool.end()
    passage.stop()
  }
})
