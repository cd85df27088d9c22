import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type PushPayload, pushKinds, pushLine } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { padded, sendPush } from './request.ts'
import { openVapid } from './vapid.ts'

const payload: PushPayload = {
  account: '6f1c3a1e-0d3b-4c9a-9a51-3d2f4b5c6d7e',
  kind: 'paid',
  side: 'seller',
  subject: `trd_${'0'.repeat(32)}`,
  line: '对方已付款',
}

describe('a request to a push service', () => {
  it('does not connect to a name that resolves to this machine', async () => {
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
      sendPush({ endpoint: `https://${host}:${port}/push`, keys }, payload, {
        vapidDetails: openVapid(randomBytes(32), 'https://a.example'),
      })
    try {
      expect(await to('localhost')).toBeNull()
      expect(connections).toBe(0)
      // An address needs no lookup: isPushService makes sure that no address is ever requested.
      expect(await to('127.0.0.1')).toBeNull()
      expect(connections).toBe(1)
    } finally {
      server.close()
    }
  })
})

describe('a message', () => {
  it('has one length for every content, and decrypts to what was written', () => {
    for (const kind of pushKinds)
      for (const locale of ['zh-CN', 'en'] as const) {
        const one = { ...payload, kind, line: pushLine(kind, locale) }
        expect(padded(one)).toHaveLength(512)
        expect(JSON.parse(padded(one).toString('utf8'))).toEqual(one)
      }
  })

  it('that is longer is refused', () => {
    expect(() => padded({ ...payload, line: 'x'.repeat(512) })).toThrow('longer')
  })
})
