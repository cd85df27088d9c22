import {
  allEndpoints,
  type Endpoint,
  getMarketOrder,
  getNotice,
  getOrder,
  getWithdrawal,
  refusals,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newXpub } from './deposits/deposits.fixture.ts'
import { addressSettings } from './testing/chain.ts'
import { openFurnished } from './testing/furnished.ts'
import { goodCalls, neededQuery } from './testing/good-calls.ts'
import { type HttpSystem, openHttpSystem, pathOf } from './testing/http-system.ts'
import type { Scene } from './testing/scene.ts'
import { startSwitch } from './testing/switch.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

const json = { 'content-type': 'application/json' }
const post = (raw: string, headers: Record<string, string> = json, path = '/api/session/login') =>
  system.send('POST', path, { raw, headers })
/** Any well-formed id of the kind that a path needs. */
const someId = (endpoint: Endpoint): object => ({
  id: `${endpoint.path.includes('/orders/') ? 'ord' : endpoint.path.includes('/trades/') ? 'trd' : endpoint.path.includes('/placements/') ? 'inv' : endpoint.path.includes('withdraw') ? 'wdr' : endpoint.path.includes('session') ? 'ses' : endpoint.path.includes('/positions/') ? 'pos' : endpoint.path.includes('/prompts/') ? 'prm' : endpoint.path.includes('/redemptions/') ? 'exc' : 'sub'}_${'0'.repeat(32)}`,
})

/** Reading calls by an order's id; the others by an id read a trade. */
const ofOrder = new Set<Endpoint>([getOrder, getMarketOrder])

/**
 * A system without a chain has no deposit address, and none settled that day: refusals, in an
 * envelope all the same.
 */
const refusedHere = new Map<string, number>([
  ['deposits.address', refusals.depositsNotOffered.code],
  ['treasury.settlement', refusals.notFound.code],
  ['earnings.payRoot', refusals.notFound.code],
  ['earnings.payProof', refusals.notFound.code],
  ['solvency.house', refusals.notFound.code],
  ['solvency.proof', refusals.notFound.code],
])

describe('every answer', () => {
  it('is an envelope of code 1 where the call is valid, for every call of the contract', async () => {
    const { system: own, scene: there } = await openFurnished()
    try {
      for (const endpoint of allEndpoints.filter(one => one.method === 'GET')) {
        const ids = ofOrder.has(endpoint)
          ? there.order
          : endpoint === getWithdrawal
            ? there.withdrawal
            : endpoint === getNotice
              ? { id: there.notice }
              : there.paid
        const asking = {
          as: endpoint === getOrder ? there.seller : there.buyer,
          params: { id: ids.id },
          query: neededQuery(own, there, endpoint),
        }
        const reply = await own.ask(endpoint, asking)
        const expected = refusedHere.get(endpoint.id) ?? 1
        expect([reply.status, reply.code], endpoint.id).toEqual([200, expected])
      }
      for (const { endpoint, asking } of await goodCalls(own, there)) {
        const reply = await own.ask(endpoint, asking)
        expect([reply.status, reply.code], `${endpoint.id} ${reply.msg}`).toEqual([200, 1])
      }
    } finally {
      await own.close()
    }
  })

  it('is 200 for a refusal, and 40000 names the field that is wrong', async () => {
    const reply = await post(JSON.stringify({ accountId: '1', loginPassword: '', extra: 1 }))
    expect([reply.status, reply.code]).toEqual([200, 40000])
    expect(reply.data.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      '',
      'accountId',
      'deviceCode',
      'loginPassword',
    ])
    expect(reply.data.issues.every((issue: { message: string }) => issue.message !== '')).toBe(true)
  })

  it('is 400 for malformed JSON, 415 for another type, 413 for too much', async () => {
    for (const text of [
      '{',
      '{"a":1,}',
      'null null',
      '\ufeff{}',
      "{'a':1}",
      '{"__proto__":{"a":1}}',
    ]) {
      const reply = await post(text)
      expect([reply.status, reply.code], text).toEqual([400, 40000])
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
    ]) {
      const reply = await post('accountId=1', { 'content-type': type })
      expect([reply.status, reply.code], type).toEqual([415, 41500])
    }
    const reply = await post(JSON.stringify({ accountId: '1'.repeat(300_000) }))
    expect([reply.status, reply.code]).toEqual([413, 41300])
  })

  it('is 429 with Retry-After for too many', async () => {
    const own = await openHttpSystem({ rateLimitScale: 1 })
    try {
      const path = '/api/user/account-list'
      const replies = []
      for (let i = 0; i < 31; i++) replies.push(await own.send('GET', path, { headers: en }))
      expect(replies.slice(0, 30).every(one => one.status === 200 && one.code === 1)).toBe(true)
      const last = replies[30]
      expect([last?.status, last?.code]).toEqual([429, 42900])
      const seconds = Number(last?.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(last?.msg).toContain(`${seconds} s`)
    } finally {
      await own.close()
    }
  })

  it('is 503 with Retry-After while the database is away, and normal again when it is back', async () => {
    const line = await startSwitch()
    const own = await openHttpSystem({ through: line.between })
    try {
      const member = await own.join('Patience')
      line.cut()
      for (const path of ['/api/user/me', '/api/wallets/summary', '/api/otc/market']) {
        const reply = await own.send('GET', path, { token: member.token, headers: en })
        expect([reply.status, reply.code, reply.msg], path).toEqual([
          503,
          50300,
          refusals.notReady.en,
        ])
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${own.url}/readyz`)).status).toBe(503)
      line.mend()
      expect((await own.send('GET', '/api/user/me', { token: member.token })).code).toBe(1)
      expect((await fetch(`${own.url}/readyz`)).status).toBe(200)
    } finally {
      await own.close()
      line.stop()
    }
  })

  it('of /readyz stays good while the chain is away, and reports that', async () => {
    const env = {
      CHAIN_RPC_URLS: 'http://127.0.0.1:9',
      USDT_CONTRACT: '0x55d398326f99059fF775485246999027B3197955',
      DEPOSIT_XPUB: newXpub(),
      TEST_CHAIN_WALLET_URL: 'http://127.0.0.1:9',
      ...addressSettings,
    }
    const own = await openHttpSystem({ env })
    try {
      const ready = await fetch(`${own.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([200, { ok: true, chain: 'degraded' }])
    } finally {
      await own.close()
    }
    const without = await fetch(`${system.url}/readyz`)
    expect(await without.json()).toEqual({ ok: true, chain: 'none' })
  })

  it('of an unknown path is 40400 in an envelope under /api, and plain elsewhere', async () => {
    const token = scene.buyer.token
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/nothing?x=1'],
      ['POST', '/api/nothing'],
      ['DELETE', '/api/user/me'],
      ['PUT', '/api/otc/orders'],
      ['GET', '/api/session/login'],
      ['GET', `/api/otc/trades/${'x'.repeat(150)}/more`],
    ] as const) {
      const reply = await system.send(method, path, { token })
      expect([reply.status, reply.code], `${method} ${path}`).toEqual([404, 40400])
    }
    for (const path of ['/nothing', '/test/clock', '/metrics', '/apix']) {
      const reply = await fetch(system.url + path)
      expect([reply.status, await reply.text()], path).toEqual([404, 'Not found'])
    }
  })

  it('of an unreadable path is a 4xx in an envelope', async () => {
    for (const path of ['/api/otc/trades/%zz', `/api/otc/trades/${'x'.repeat(5_000)}`]) {
      const reply = await system.send('GET', path, { token: scene.buyer.token })
      expect(reply.status, path).toBeGreaterThanOrEqual(400)
      expect(reply.status, path).toBeLessThan(500)
    }
  })

  it('is never stored by a cache', async () => {
    for (const path of ['/api/house/about', '/api/user/me', '/api/nothing', '/api/openapi.json']) {
      const reply = await fetch(system.url + path)
      expect(reply.headers.get('cache-control'), path).toBe('no-store')
      expect(reply.headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  })
})

const en = { 'accept-language': 'en' }

describe('Accept-Language', () => {
  it.each([
    [undefined, 'zh-CN'],
    ['', 'zh-CN'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['fr', 'zh-CN'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
  ] as const)('%s gets the message in %s', async (language, locale) => {
    const headers: Record<string, string> =
      language === undefined ? {} : { 'accept-language': language }
    const reply = await system.send('GET', '/api/user/me', { headers })
    expect(reply.msg).toBe(refusals.sessionExpired[locale])
    expect((await system.send('GET', '/api/nothing', { headers })).msg).toBe(
      refusals.notFound[locale],
    )
  })
})

describe('a call of a member', () => {
  it('is 20001 without a token, with an unknown one, and with one that was logged out', async () => {
    const gone = await system.join('Goner')
    await system.send('POST', '/api/session/logout', { token: gone.token })
    const { token } = scene.buyer
    const wrong: Record<string, Record<string, string>> = {
      none: {},
      empty: { authorization: '' },
      unknown: { authorization: `Bearer ${token.slice(0, -4)}AAAA` },
      'of another scheme': { authorization: `Basic ${token}` },
      'without its scheme': { authorization: token },
      'not a token': { authorization: 'Bearer undefined' },
      'very long': { authorization: `Bearer ${'x'.repeat(4_000)}` },
      'logged out': { authorization: `Bearer ${gone.token}` },
    }
    const before = await system.facts()
    for (const endpoint of allEndpoints.filter(one => one.access === 'member'))
      for (const [name, headers] of Object.entries(wrong)) {
        const reply = await system.send(endpoint.method, pathOf(endpoint, someId(endpoint)), {
          headers,
          ...(endpoint.method === 'POST' ? { body: {} } : {}),
        })
        expect([reply.status, reply.code, reply.data], `${endpoint.id}, token ${name}`).toEqual([
          200,
          20001,
          {},
        ])
      }
    for (const path of ['/api/events', '/api/uploads/img_0'])
      expect((await system.send('GET', path)).code, path).toBe(20001)
    expect((await system.send('POST', '/api/uploads', { raw: new FormData() })).code).toBe(20001)
    expect(await system.facts()).toBe(before)
  })
})
