import { endpoint } from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Client, type ClientSetup, pathOf } from './client.ts'
import { isRefused, Refused, Silent, type TransportError } from './errors.ts'
import { inTurn, openHouse, says } from './testing/house.ts'

const look = endpoint({
  id: 'test.look',
  path: '/api/test/:id/look',
  summary: 'Looks.',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ side: z.string().optional() }),
  answer: z.object({ n: z.number() }),
})
const list = endpoint({
  id: 'test.list',
  path: '/api/test',
  summary: 'Lists.',
  answer: z.object({}),
})
const pay = endpoint({
  id: 'test.pay',
  method: 'POST',
  path: '/api/test/pay',
  money: true,
  summary: 'Pays.',
  body: z.strictObject({ amount: z.string() }),
  answer: z.object({}),
})
const rename = endpoint({
  id: 'test.rename',
  method: 'POST',
  path: '/api/test/name',
  summary: 'Renames.',
  answer: z.object({}),
})

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  house.calls.length = 0
})

function open(setup: ClientSetup = {}) {
  const effects = { toast: vi.fn(), relaunch: vi.fn(), recheckAccounts: vi.fn() }
  return { ...effects, client: new Client({ base: house.base, ...effects, ...setup }) }
}
const soon = (ms = 60) => new Promise(resolve => setTimeout(resolve, ms))
const patiently = { timeout: 20_000, interval: 5 }

/** A promise's value or its error, whenever it comes: a slow machine changes nothing. */
const settled = <T>(promise: Promise<T>): Promise<unknown> =>
  promise.catch((error: unknown) => error)

/** What a promise is doing after a while: for what must not happen, or only after a time. */
const after = <T>(promise: Promise<T>, ms = 300) =>
  Promise.race([promise.catch((error: unknown) => error), soon(ms).then(() => 'pending' as const)])
const refusal = { code: 41001, msg: '余额不足', data: { left: '1' } }

describe('a call', () => {
  test('is beside the page unless told otherwise', async () => {
    const fetch = vi.fn(async () => new Response('{"code":1,"msg":""}'))
    await new Client({ fetch }).call(list)
    expect(fetch).toHaveBeenCalledWith('./api/test', expect.objectContaining({ method: 'GET' }))
  })
  test('fills the path, appends the query, and leaves out what is missing', async () => {
    house.reply = says({ code: 1, msg: '', data: { n: 1 } })
    await open().client.call(look, { params: { id: 'a/b' }, query: { side: 'sell' } })
    expect(house.calls[0]).toMatchObject({ method: 'GET', url: '/api/test/a%2Fb/look?side=sell' })
    expect(pathOf('/api/x', { query: { a: undefined, b: null, c: 0, d: ['1', '2'] } })).toBe(
      '/api/x?c=0&d=1&d=2',
    )
    expect(() => pathOf('/api/:id', {})).toThrow('needs the parameter id')
  })
  test('sends an empty body where none is given, as JSON', async () => {
    house.reply = says({ code: 1, msg: '' })
    await open().client.call(rename)
    expect(house.calls[0]).toMatchObject({ method: 'POST', body: '{}' })
    expect(house.calls[0]?.headers['content-type']).toBe('application/json')
  })
  test('carries the bearer token when there is one, and the language', async () => {
    house.reply = says({ code: 1, msg: '' })
    await open({ token: () => 'abc', locale: () => 'en' }).client.call(list)
    expect(house.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'accept-language': 'en',
    })
    await open().client.call(list)
    expect(house.calls[1]?.headers.authorization).toBeUndefined()
    expect(house.calls[1]?.headers['accept-language']).toBe('zh-CN')
  })
  test('that moves money does not leave without its key', async () => {
    house.reply = says({ code: 1, msg: '' })
    const { client } = open()
    await expect(client.call(pay, { body: { amount: '1' } })).rejects.toThrow('idempotencyKey')
    expect(house.calls).toHaveLength(0)
    await client.call(pay, { body: { amount: '1' } }, { idempotencyKey: 'k'.repeat(16) })
    expect(house.calls[0]?.headers['idempotency-key']).toBe('k'.repeat(16))
  })
})

describe('code 1', () => {
  test('gives the data', async () => {
    house.reply = says({ code: 1, msg: '', data: { n: 7 } })
    expect(await open().client.call(look, { params: { id: '1' } })).toEqual({ n: 7 })
  })
  test('gives an empty object where data is absent or null', async () => {
    house.reply = inTurn(says({ code: 1, msg: '' }), says({ code: 1, msg: '', data: null }))
    const { client, toast } = open()
    expect(await client.call(list)).toEqual({})
    expect(await client.call(list)).toEqual({})
    expect(toast).not.toHaveBeenCalled()
  })
})

describe('another code', () => {
  test('is told by a toast and stays pending', async () => {
    house.reply = says(refusal)
    const { client, toast } = open()
    expect(await after(client.call(list))).toBe('pending')
    expect(toast).toHaveBeenCalledWith('余额不足')
  })
  test('is rejected with its response when the call asked to catch', async () => {
    house.reply = says(refusal)
    const { client, toast } = open()
    const error = await settled(client.call(list, {}, { catch: true }))
    expect(error).toBeInstanceOf(Refused)
    expect((error as Refused).response).toEqual(refusal)
    expect(toast).toHaveBeenCalledTimes(1)
  })
  test('is not told when the call disabled toasts', async () => {
    house.reply = says(refusal)
    const { client, toast } = open()
    await settled(client.call(list, {}, { catch: true, toast: false }))
    expect(toast).not.toHaveBeenCalled()
  })
  test('9 is silent, but a failure all the same', async () => {
    house.reply = says({ code: 9, msg: '不必提示' })
    const { client, toast } = open()
    expect(await after(client.call(list))).toBe('pending')
    expect(await settled(client.call(list, {}, { catch: true }))).toBeInstanceOf(Refused)
    expect(toast).not.toHaveBeenCalled()
  })
  test('40000 says what is wrong where', async () => {
    const issues = [{ path: 'amount', message: '必须大于 0' }]
    house.reply = says({ code: 40000, msg: '必须大于 0', data: { issues } })
    const error = await settled(open().client.call(list, {}, { catch: true }))
    expect(isRefused(error) && error.issues).toEqual(issues)
    expect(new Refused(refusal).issues).toEqual([])
  })
})

describe('20001', () => {
  const expired = { code: 20001, msg: '登录已过期' }
  test('relaunches to the auth home after 500 ms, and the call never resolves', async () => {
    house.reply = says(expired)
    const { client, relaunch, toast } = open({ token: () => 'old' })
    const call = client.call(list, {}, { catch: true })
    // Measured between the two events, so that a slow machine can only be late at both.
    await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('登录已过期'), patiently)
    const toldAt = performance.now()
    expect(relaunch).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(relaunch).toHaveBeenCalled(), patiently)
    expect(performance.now() - toldAt).toBeGreaterThan(450)
    expect(await after(call)).toBe('pending')
    expect(relaunch).toHaveBeenCalledExactlyOnceWith('/pages/auth/home')
  })
  test('on several calls at once relaunches once', async () => {
    house.reply = says(expired)
    const { client, relaunch } = open({ token: () => 'old' })
    for (let n = 0; n < 4; n++) void client.call(list)
    await vi.waitFor(() => expect(relaunch).toHaveBeenCalled(), patiently)
    await soon(300)
    expect(relaunch).toHaveBeenCalledTimes(1)
  })
  test('about a token that is no longer used leads nowhere', async () => {
    house.reply = says(expired)
    let token = 'old'
    const { client, relaunch } = open({ token: () => token })
    const call = client.call(list)
    token = 'new'
    expect(await after(call, 620)).toBe('pending')
    expect(relaunch).not.toHaveBeenCalled()
  })
})

describe('20003', () => {
  test('asks for the accounts again, with the reason, and is a failure like others', async () => {
    house.reply = says({ code: 20003, msg: '账户不可用' })
    const { client, recheckAccounts, toast } = open()
    expect(await after(client.call(list))).toBe('pending')
    expect(recheckAccounts).toHaveBeenCalledExactlyOnceWith('账户不可用')
    expect(toast).toHaveBeenCalledWith('账户不可用')
    expect(await settled(client.call(list, {}, { catch: true }))).toBeInstanceOf(Refused)
  })
})

describe('a status outside 200–299', () => {
  test('is a transport error; the envelope’s message is told first', async () => {
    house.reply = says({ code: 42900, msg: '操作过于频繁' }, 429)
    const { client, toast } = open()
    const error = await settled(client.call(list))
    expect(error).toMatchObject({ name: 'TransportError', reason: 'http', status: 429 })
    expect((error as TransportError).envelope?.code).toBe(42900)
    expect(toast).toHaveBeenCalledWith('操作过于频繁')
  })
  test('without an envelope says nothing', async () => {
    house.reply = says('<h1>Bad gateway</h1>', 502)
    const { client, toast } = open()
    expect(await settled(client.call(list))).toMatchObject({ reason: 'http', status: 502 })
    expect(toast).not.toHaveBeenCalled()
  })
  test('is silent under the same rules', async () => {
    house.reply = says({ code: 9, msg: '不必提示' }, 503)
    const { client, toast } = open()
    await settled(client.call(list))
    house.reply = says(refusal, 500)
    await settled(client.call(list, {}, { toast: false }))
    expect(toast).not.toHaveBeenCalled()
  })
})

describe('a transport error is rejected as it is', () => {
  test('when nobody answers', async () => {
    const error = await settled(new Client({ base: 'http://127.0.0.1:1/' }).call(list))
    expect(error).toMatchObject({ reason: 'network' })
    expect((error as TransportError).cause).toBeInstanceOf(TypeError)
  })
  test('when the answer takes too long, in its head or in its body', async () => {
    house.reply = () => {}
    const { client } = open({ timeoutMs: 50 })
    const error = await settled(client.call(list))
    expect(error).toMatchObject({ reason: 'timeout' })
    expect((error as TransportError).cause).toMatchObject({ name: 'TimeoutError' })
    house.reply = response => void response.writeHead(200).write('{"code":')
    expect(await settled(client.call(list))).toMatchObject({ reason: 'timeout' })
  })
  test('when the caller takes it back', async () => {
    house.reply = () => {}
    const taken = new AbortController()
    const call = open().client.call(list, {}, { signal: taken.signal })
    setTimeout(() => taken.abort(), 20)
    expect(await settled(call)).toMatchObject({ reason: 'abort' })
  })
  test('when a success is not an envelope', async () => {
    for (const text of ['', 'null', '[]', '{"msg":"no code"}', '<html>']) {
      house.reply = says(text)
      expect(await settled(open().client.call(list))).toMatchObject({ reason: 'malformed' })
    }
  })
  test('and the time-out is 60 000 ms unless told', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    house.reply = says({ code: 1, msg: '' })
    await open().client.call(list)
    expect(timeout).toHaveBeenCalledWith(60_000)
    timeout.mockRestore()
  })
})

describe('40901, the same key still under way', () => {
  const underWay = says({ code: 40901, msg: '仍在处理' })
  const key = { idempotencyKey: 'k'.repeat(16) }
  test('is asked again after a second with the same key', async () => {
    house.reply = inTurn(underWay, says({ code: 1, msg: '', data: { done: true } }))
    const { client, toast } = open()
    const begun = Date.now()
    expect(await client.call(pay, { body: { amount: '1' } }, key)).toEqual({ done: true })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990)
    expect(house.calls.map(call => call.headers['idempotency-key'])).toEqual(
      Array(2).fill('k'.repeat(16)),
    )
    expect(toast).not.toHaveBeenCalled()
  })
  test('does not outlast the time-out', async () => {
    house.reply = underWay
    const { client } = open({ timeoutMs: 300 })
    expect(await settled(client.call(pay, { body: { amount: '1' } }, key))).toMatchObject({
      reason: 'timeout',
    })
    expect(house.calls).toHaveLength(1)
  })
})

describe('for a cache of queries', () => {
  test('a refusal is thrown without a toast', async () => {
    house.reply = says(refusal)
    const { client, toast } = open()
    await expect(client.ask(list)).rejects.toBeInstanceOf(Refused)
    expect(toast).not.toHaveBeenCalled()
  })
  test('an ended session is thrown as Silent, so that nothing hangs', async () => {
    house.reply = says({ code: 20001, msg: '登录已过期' })
    await expect(open().client.ask(list)).rejects.toBeInstanceOf(Silent)
  })
  test('the data is the data', async () => {
    house.reply = says({ code: 1, msg: '', data: { n: 3 } })
    expect(await open().client.ask(look, { params: { id: '1' } })).toEqual({ n: 3 })
  })
})

describe('the house clock', () => {
  test('is read from the header, and exactly from an answer that says it', async () => {
    const { client } = open()
    house.reply = says({ code: 1, msg: '' }, 200, { date: 'Sat, 21 Nov 2026 00:00:00 GMT' })
    await client.call(list)
    expect(Math.abs(client.clock.now() - Date.parse('2026-11-21T00:00:00Z'))).toBeLessThan(2000)
    house.reply = says({ code: 1, msg: '', data: { serverNow: '2030-01-01T00:00:00.000Z' } })
    await client.call(list)
    expect(Math.abs(client.clock.now() - Date.parse('2030-01-01T00:00:00Z'))).toBeLessThan(200)
  })
})
