import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { refuse } from '../refused.ts'
import { openApp } from './app.ts'

const script = "'sha256-AAAA='"
let close = async () => {}
afterEach(() => close())
async function open(trustedProxies: string[] = [], production = false) {
  const app = await openApp({
    production,
    trustedProxies,
    inlineHashes: { scripts: [script], styles: [] },
    logger: pino({ level: 'silent' }),
  })
  close = () => app.close()
  for (const path of ['/from', '/api/from']) app.get(path, async request => ({ from: request.ip }))
  return app
}

describe('every answer', () => {
  it('has a policy that runs nothing but the built files, and no text as code', async () => {
    const { headers } = await (await open()).inject('/from')
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map(part => [part.split(' ')[0], part.split(' ').slice(1)]),
    )
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", script],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'blob:', 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'media-src': ["'self'", 'blob:'],
      'worker-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['notice', 'sw'],
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), payment=()',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('tells browsers to stay with HTTPS in production', async () => {
    const app = await open([], true)
    for (const url of ['/from', '/api/from']) {
      const { headers } = await app.inject(url)
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    }
  })

  it.each(['/api/from', '/api/nothing', '/api', '/api?from'])(
    'lets a browser run, frame or keep nothing of a call’s: %s',
    async url => {
      const { headers } = await (await open()).inject(url)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
      // It travels with each call of a phone.
      const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      expect(sent.join('').length).toBeLessThan(500)
    },
  )
})

describe('the address of a call', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  const ask = async (trusted: string[], remoteAddress: string, headers: object = forwarded) =>
    (
      await (await open(trusted)).inject({ url: '/from', remoteAddress, headers: { ...headers } })
    ).json().from

  it('is the one of its connection, whatever its header contains', async () => {
    expect(await ask([], '198.51.100.4')).toBe('198.51.100.4')
  })

  it('is the one in a trusted proxy’s header, and in no other', async () => {
    expect(await ask(['10.0.0.0/8'], '10.1.2.3')).toBe('203.0.113.9')
    expect(await ask(['10.0.0.0/8'], '198.51.100.4')).toBe('198.51.100.4')
    // A header that the caller adds is ignored: only the proxy's own entry counts.
    const forged = { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }
    expect(await ask(['10.0.0.0/8'], '10.1.2.3', forged)).toBe('203.0.113.9')
  })

  it('comes from proxies that are named by address or network', () => {
    const config = (text: string) =>
      readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', TRUSTED_PROXIES: text })
    expect(config('10.0.0.5, fd00::/8').trustedProxies).toEqual(['10.0.0.5', 'fd00::/8'])
    expect(config('').trustedProxies).toEqual([])
    for (const wrong of ['proxy', '10.0.0.0/33', 'true', '10.0.0.1/8/8'])
      expect(() => config(wrong), wrong).toThrow(/TRUSTED_PROXIES/)
  })
})

describe('a caller who hangs up', () => {
  it('is no fault of the platform: nothing is logged as an error', async () => {
    const lines: { level: number; msg: string }[] = []
    const app = await openApp({
      production: false,
      trustedProxies: [],
      inlineHashes: { scripts: [], styles: [] },
      logger: pino({ level: 'debug' }, { write: line => void lines.push(JSON.parse(line)) }),
    })
    close = () => app.close()
    let gone = () => {}
    app.get('/slow', async request => {
      gone()
      await new Promise(resolve => request.raw.socket.once('close', resolve))
      throw new Error('the answer could not be sent')
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const caller = new AbortController()
    gone = () => caller.abort()
    const { port } = app.server.address() as AddressInfo
    await fetch(`http://127.0.0.1:${port}/slow`, { signal: caller.signal }).catch(() => {})
    await expect.poll(() => lines.map(line => line.msg)).toContain('a caller hung up')
    expect(lines.filter(line => line.level >= 40)).toEqual([])
  })

  it('also where Node has not noticed yet that the connection was reset', async () => {
    const lines: { level: number; msg: string }[] = []
    const app = await openApp({
      production: false,
      trustedProxies: [],
      inlineHashes: { scripts: [], styles: [] },
      logger: pino({ level: 'debug' }, { write: line => void lines.push(JSON.parse(line)) }),
    })
    close = () => app.close()
    app.get('/reset', async request => {
      // As the system answers then, until the connection is closed here too.
      Object.defineProperty(request.raw.socket, 'remoteAddress', { value: undefined })
      return request.ip.length
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    await fetch(`http://127.0.0.1:${port}/reset`)
    expect(lines.map(line => line.msg)).toContain('a caller hung up')
    expect(lines.filter(line => line.level >= 40)).toEqual([])
  })

  it('while a full disk is a state that passes, and its cause is in the log', async () => {
    const lines: { msg: string; reference: string; err: { code: string } }[] = []
    const app = await openApp({
      production: false,
      trustedProxies: [],
      inlineHashes: { scripts: [], styles: [] },
      logger: pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) }),
    })
    close = () => app.close()
    app.get('/full', async () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    })
    const reply = await app.inject('/full')
    expect([reply.statusCode, reply.json().code]).toEqual([503, 50300])
    expect(lines).toMatchObject([
      {
        msg: 'a call was refused for now',
        err: { code: 'ENOSPC' },
        reference: reply.headers['x-request-id'],
      },
    ])
  })
})

describe('a call whose token is not valid', () => {
  it('is counted for its address, whatever its kind, and refused beyond the limit', async () => {
    const counted: string[] = []
    const app = await openApp({
      production: false,
      trustedProxies: [],
      inlineHashes: { scripts: [], styles: [] },
      logger: pino({ level: 'silent' }),
      countInvalidToken: async ip => {
        counted.push(ip)
        if (counted.length > 2) refuse('tooMany', { seconds: 7 })
      },
    })
    close = () => app.close()
    app.get('/stream', async () => refuse('sessionExpired'))
    app.get('/other', async () => refuse('notFound'))
    const codeOf = async (path: string) => (await app.inject(path)).json().code
    await app.inject('/other')
    expect(counted).toEqual([])
    const expired = await codeOf('/stream')
    expect(await codeOf('/stream')).toBe(expired)
    const last = await app.inject('/stream')
    expect(last.json().code).not.toBe(expired)
    expect([last.statusCode, last.headers['retry-after']]).toEqual([429, '7'])
    expect(counted.length).toBe(3)
  })
})
