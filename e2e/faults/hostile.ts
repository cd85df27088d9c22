import { connect } from 'node:net'
import { login } from '@banyan/domain'

/** A request that nobody who means well sends. */
export interface Flood {
  name: string
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Connections that begin a request and never end it. */
  slowSockets?: number
}

const json = { 'content-type': 'application/json' }
const asLogin = (accountId: string) =>
  JSON.stringify({ accountId, loginPassword: 'x'.repeat(10), deviceCode: 'e2'.repeat(32) })

export const hostileCalls = {
  floods: [
    { name: 'a body of 100 MB', body: new Uint8Array(100_000_000), headers: json },
    { name: 'a million brackets', body: '['.repeat(1_000_000), headers: json },
    {
      name: '100,000 names',
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n, n]))),
      headers: json,
    },
    {
      name: 'a header of 64 kB',
      body: asLogin('1'),
      headers: { ...json, 'x-long': 'x'.repeat(65_536) },
    },
    { name: '500 slow sockets', slowSockets: 500 },
  ],
  texts: [
    { name: 'half a JSON text', body: '{"accountId":', headers: json },
    {
      name: 'another content type',
      body: asLogin('12345678'),
      headers: { 'content-type': 'text/xml' },
    },
    { name: 'half a surrogate pair', body: asLogin('\ud800'), headers: json },
    { name: 'half a surrogate pair, escaped', body: '{"accountId":"\\ud800"}', headers: json },
    { name: 'NUL', body: asLogin('1234\u0000678'), headers: json },
    { name: 'reversed text', body: asLogin('\u202e12345678'), headers: json },
    { name: 'a mark of byte order', body: `\ufeff${asLogin('12345678')}`, headers: json },
    { name: 'bytes that are no UTF-8', body: new Uint8Array([0xff, 0xfe, 0x7b]), headers: json },
    { name: 'a picture of 5 MB as a name', body: asLogin('🌳'.repeat(1_250_000)), headers: json },
    { name: 'no body', headers: json },
  ],
} as const satisfies Record<string, readonly Flood[]>

/** Sends one. Returns the status, or `cut` where the server has closed the connection. */
export async function sendHostile(baseUrl: string, call: Flood): Promise<number | 'cut'> {
  if (call.slowSockets !== undefined) return holdSockets(baseUrl, call.slowSockets)
  const { body = null, headers = {} } = call
  try {
    const signal = AbortSignal.timeout(30_000)
    const reply = await fetch(baseUrl + login.path, { method: 'POST', body, headers, signal })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 'cut'
  }
}

/** Opens connections that send the beginning of a request, and asks for a page beside them. */
async function holdSockets(baseUrl: string, many: number): Promise<number | 'cut'> {
  const { hostname, port } = new URL(baseUrl)
  const sockets = Array.from({ length: many }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write('POST /api/session/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n')
    return socket
  })
  try {
    return (await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(10_000) })).status
  } catch {
    return 'cut'
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
