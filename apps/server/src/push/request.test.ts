import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sendPush } from './request.ts'
import { openVapid } from './vapid.ts'

describe('a request to a push service', () => {
  it('connects to no name that leads to this machine', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.destroy()
    })
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const to = (host: string) =>
      sendPush(
        { endpoint: `https://${host}:${port}/push`, keys },
        'text',
        { vapidDetails: openVapid(randomBytes(32), 'https://a.example') },
        new AbortController().signal,
      )
    try {
      expect(await to('localhost')).toBeNull()
      expect(connections).toBe(0)
      // An address needs no look-up: that none is ever asked for is isPushService's part.
      expect(await to('127.0.0.1')).toBeNull()
      expect(connections).toBe(1)
    } finally {
      server.close()
    }
  })
})
