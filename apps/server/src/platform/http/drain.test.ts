import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp } from './app.ts'
import { finishCalls } from './drain.ts'

const agent = new Agent({ keepAlive: true })
afterEach(() => agent.destroy())

/** The status of a call over a connection that is kept; 0 when it was cut off. */
const ask = (port: number, path: string): Promise<number> =>
  new Promise(resolve => {
    const call = request({ port, path, agent, host: '127.0.0.1' }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', () => resolve(0)).end()
  })

/** A call that lasts until `finish`, and whether it has begun. */
function addSlow(app: FastifyInstance) {
  let finish = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  app.get('/slow', async () => {
    begin()
    await finished
    return { ok: true }
  })
  return { begun, finish: () => finish() }
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

describe('a server that closes', () => {
  it('finishes the calls that are under way, and takes no others', async () => {
    const app = await openApp({
      logger: pino({ level: 'silent' }),
      production: false,
      trustedProxies: [],
      inlineHashes: { scripts: [], styles: [] },
    })
    const { begun, finish } = addSlow(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const port = portOf(app)
    const slow = ask(port, '/slow')
    await begun
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    expect(await ask(port, '/slow')).toBe(0)
    finish()
    expect(await slow).toBe(200)
    await closed
  })

  it('cuts off a call that does not end', async () => {
    const app = Fastify()
    finishCalls(app, 10)
    const { begun } = addSlow(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const slow = ask(portOf(app), '/slow')
    await begun
    await app.close()
    expect(await slow).toBe(0)
  })
})
