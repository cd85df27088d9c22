import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a call looked like when it arrived. */
interface Arrived {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type Reply = (response: ServerResponse, call: Arrived) => void

/** A real server on this machine with the test's responses. */
export async function openSystem() {
  const calls: Arrived[] = []
  const system = { reply: (() => {}) as Reply, calls, base: '', close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const call = { method, url, headers, body: Buffer.concat(pieces).toString() }
      calls.push(call)
      system.reply(response, call)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  system.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  // Node's fetch has one clock for all connections: it starts here, before a test fakes the timers.
  system.reply = response => void response.end()
  await fetch(system.base)
  system.reply = () => {}
  calls.length = 0
  system.close = () =>
    new Promise(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return system
}

/** Responds with an envelope. */
export const says =
  (envelope: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof envelope === 'string' ? envelope : JSON.stringify(envelope))
  }

/** Responds with one reply after the other; the last one repeats. */
export function inTurn(...replies: [Reply, ...Reply[]]): Reply {
  let at = 0
  return (response, call) => {
    const reply = replies[Math.min(at++, replies.length - 1)]
    reply?.(response, call)
  }
}
