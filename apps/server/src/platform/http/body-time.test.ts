import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limitBodyTime } from './body-time.ts'

let app: FastifyInstance
let cuts: Promise<string>
const sockets: Socket[] = []

beforeEach(async () => {
  app = Fastify()
  cuts = new Promise(resolve => {
    limitBodyTime(app, socket => {
      socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n')
      resolve('cut')
    })
  })
  app.post('/short', { config: { bodyMs: 20 } }, async () => 'whole')
  app.post('/long', { config: { bodyMs: 300_000 } }, async () => 'whole')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** Sends a request of which `sent` of four bytes come in; resolves with all that is answered. */
function post(path: string, sent: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
  socket.write(`${head}Content-Type: text/plain\r\nContent-Length: 4\r\n\r\n${sent}`)
  const answer = new Promise<string>(resolve => {
    let text = ''
    socket.on('data', part => {
      text += part
    })
    socket.on('close', () => resolve(text))
  })
  return { socket, answer }
}

it('a body that does not come in within the time of its call is cut', async () => {
  const { answer } = post('/short', 'ab')
  expect(await cuts).toBe('cut')
  expect(await answer).toContain('408')
})

it('a call that allows more goes on after another was cut', async () => {
  const long = post('/long', 'ab')
  await post('/short', 'ab').answer
  expect(long.socket.readyState).toBe('open')
  long.socket.write('cd')
  expect(await long.answer).toContain('200')
})
