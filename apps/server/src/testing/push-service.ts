import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '@banyan/domain'

/** A browser with its keys: what it gives the server, and what only it can decrypt. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypts the body of a push (RFC 8291 over RFC 8188). */
  read(body: Buffer): PushPayload
}

/** Draws a browser that subscribes at a push service. */
export function drawBrowser(service: string): Browser {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${service}/push/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body) {
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const hkdf = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salted, info, length))
      const secret = hkdf(
        pair.computeSecret(sender),
        auth,
        Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]),
        32,
      )
      const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      // The last record ends with 2, and zeros where it is padded.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** A request that the push service got. */
interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine; `answer` is the status that it gives next. */
export async function startPushService() {
  const got: Pushed[] = []
  const context = { got, answer: 201, headers: {} as Record<string, string> }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(context.answer, context.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(context, {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
}
