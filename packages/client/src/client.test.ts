import { setImmediate as nextTick } from 'node:timers/promises'
import { endpoint } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Client, type ClientSetup, pathOf } from './client.ts'
import { isRefused, Refused, Silent, type TransportError } from './errors.ts'
import { inTurn, openSystem, says } from './testing/system.ts'
import { fetchThatCounts, holdTimeouts, stopTimers } from './testing/time.ts'

const sample = endpoint({
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

let system: Awaited<ReturnType<typeof openSystem>>
beforeAll(async () => {
  system = await openSystem()
})
afterAll(() => system.close())
beforeEach(() => {
  system.calls.length = 0
})
afterEach(() => {
  // Mocks first: restoring a mock of a faked timer would put the fake back.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open(setup: ClientSetup = {}) {
  const effects = { toast: vi.fn(), relaunch: vi.fn(), recheckAccounts: vi.fn() }
  const client = new Client({ base: system.base, ...effects, ...setup })
  return { ...effects, client, judge: vi.spyOn(client, 'judge') }
}

/** Resolves with a promise's value or its error, however long it takes, so a slow machine changes nothing. */
const settled = <T>(promise: Promise<T>): Promise<unknown> =>
  promise.catch((error: unknown) => error)

/** The state of a call right after its response was processed, in the same tick. */
async function onceJudged<T>({ judge }: Pick<ReturnType<typeof open>, 'judge'>, call: Promise<T>) {
  let now: unknown = 'pending'
  void settled(call).then(end => {
    now = end
  })
  await until('the answer is judged', () => judge.mock.calls.length > 0)
  await nextTick()
  return now
}

const refusal = { code: 41001, msg: '余额不足', data: { left: '1' } }

describe('a call', () => {
  test('is relative to the page unless configured otherwise', async () => {
    const fetch = vi.fn(async () => new Response('{"code":1,"msg":""}'))
    await new Client({ fetch }).call(list)
    expect(fetch).toHaveBeenCalledWith('./api/test', expect.objectContaining({ method: 'GET' }))
  })
  test('fills the path, appends the query, and leaves out missing values', async () => {
    system.reply = says({ code: 1, msg: '', data: { n: 1 } })
    await open().client.call(sample, { params: { id: 'a/b' }, query: { side: 'sell' } })
    expect(system.calls[0]).toMatchObject({ method: 'GET', url: '/api/test/a%2Fb/look?side=sell' })
    expect(pathOf('/api/x', { query: { a: undefined, b: null, c: 0, d: ['1', '2'] } })).toBe(
      '/api/x?c=0&d=1&d=2',
    )
    expect(() => pathOf('/api/:id', {})).toThrow('needs the parameter id')
  })
  test('sends an empty body where none is given, as JSON', async () => {
    system.reply = says({ code: 1, msg: '' })
    await open().client.call(rename)
    expect(system.calls[0]).toMatchObject({ method: 'POST', body: '{}' })
    expect(system.calls[0]?.headers['content-type']).toBe('application/json')
  })
  test('carries the bearer token when there is one, and the language', async () => {
    system.reply = says({ code: 1, msg: '' })
    await open({ token: () => 'abc', locale: () => 'en' }).client.call(list)
    expect(system.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'accept-language': 'en',
    })
    await open().client.call(list)
    expect(system.calls[1]?.headers.authorization).toBeUndefined()
    expect(system.calls[1]?.headers['accept-language']).toBe('zh-CN')
  })
  test('that moves money is not sent without its key', async () => {
    system.reply = says({ code: 1, msg: '' })
    const { client } = open()
    await expect(client.call(pay, { body: { amount: '1' } })).rejects.toThrow('idempotencyKey')
    expect(system.calls).toHaveLength(0)
    await client.call(pay, { body: { amount: '1' } }, { idempotencyKey: 'k'.repeat(16) })
    expect(system.calls[0]?.headers['idempotency-key']).toBe('k'.repeat(16))
  })
})

describe('code 1', () => {
  test('resolves with the data', async () => {
    system.reply = says({ code: 1, msg: '', data: { n: 7 } })
    expect(await open().client.call(sample, { params: { id: '1' } })).toEqual({ n: 7 })
  })
  test('resolves with an empty object when data is absent or null', async () => {
    system.reply = inTurn(says({ code: 1, msg: '' }), says({ code: 1, msg: '', data: null }))
    const { client, toast } = open()
    expect(await client.call(list)).toEqual({})
    expect(await client.call(list)).toEqual({})
    expect(toast).not.toHaveBeenCalled()
  })
})

describe('another code', () => {
  test('shows a toast and stays pending', async () => {
    system.reply = says(refusal)
    const opened = open()
    expect(await onceJudged(opened, opened.client.call(list))).toBe('pending')
    expect(opened.toast).toHaveBeenCalledWith('余额不足')
  })
  test('rejects with its response when the call asked to catch', async () => {
    system.reply = says(refusal)
    const { client, toast } = open()
    const error = await settled(client.call(list, {}, { catch: true }))
    expect(error).toBeInstanceOf(Refused)
    expect((error as Refused).response).toEqual(refusal)
    expect(toast).toHaveBeenCalledTimes(1)
  })
  test('shows no toast when the call disabled toasts', async () => {
    system.reply = says(refusal)
    const { client, toast } = open()
    await settled(client.call(list, {}, { catch: true, toast: false }))
    expect(toast).not.toHaveBeenCalled()
  })
  test('9 is silent, but a failure all the same', async () => {
    system.reply = says({ code: 9, msg: '不必提示' })
    const opened = open()
    const { client, toast } = opened
    expect(await onceJudged(opened, client.call(list))).toBe('pending')
    expect(await settled(client.call(list, {}, { catch: true }))).toBeInstanceOf(Refused)
    expect(toast).not.toHaveBeenCalled()
  })
  test('40000 returns the errors by path', async () => {
    const issues = [{ path: 'amount', message: '必须大于 0' }]
    system.reply = says({ code: 40000, msg: '必须大于 0', data: { issues } })
    const error = await settled(open().client.call(list, {}, { catch: true }))
    expect(isRefused(error) && error.issues).toEqual(issues)
    expect(new Refused(refusal).issues).toEqual([])
  })
})

describe('20001', () => {
  const expired = { code: 20001, msg: '登录已过期' }
  beforeEach(() => {
    stopTimers()
  })
  test('relaunches to the auth home after 500 ms, and the call never resolves', async () => {
    system.reply = says(expired)
    const opened = open({ token: () => 'old' })
    const { client, relaunch, toast } = opened
    expect(await onceJudged(opened, client.call(list, {}, { catch: true }))).toBe('pending')
    expect(toast).toHaveBeenCalledWith('登录已过期')
    vi.advanceTimersByTime(499)
    expect(relaunch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(relaunch).toHaveBeenCalledExactlyOnceWith('/pages/auth/home')
  })
  test('on several calls at once relaunches once', async () => {
    system.reply = says(expired)
    const { client, relaunch, judge } = open({ token: () => 'old' })
    for (let n = 0; n < 4; n++) void client.call(list)
    await until('all four are judged', () => judge.mock.calls.length === 4)
    vi.advanceTimersByTime(60_000)
    expect(relaunch).toHaveBeenCalledTimes(1)
  })
  test('for a token that is no longer used does nothing', async () => {
    system.reply = says(expired)
    let token = 'old'
    const opened = open({ token: () => token })
    const call = opened.client.call(list)
    token = 'new'
    expect(await onceJudged(opened, call)).toBe('pending')
    vi.advanceTimersByTime(60_000)
    expect(opened.relaunch).not.toHaveBeenCalled()
  })
})

describe('20003', () => {
  test('requests the accounts again, with the reason, and is a failure like others', async () => {
    system.reply = says({ code: 20003, msg: '账户不可用' })
    const opened = open()
    const { client, recheckAccounts, toast } = opened
    expect(await onceJudged(opened, client.call(list))).toBe('pending')
    expect(recheckAccounts).toHaveBeenCalledExactlyOnceWith('账户不可用')
    expect(toast).toHaveBeenCalledWith('账户不可用')
    expect(await settled(client.call(list, {}, { catch: true }))).toBeInstanceOf(Refused)
  })
})

describe('a status outside 200–299', () => {
  test('is a transport error; the toast shows the envelope’s message', async () => {
    system.reply = says({ code: 42900, msg: '操作过于频繁' }, 429)
    const { client, toast } = open()
    const error = await settled(client.call(list))
    expect(error).toMatchObject({ name: 'TransportError', reason: 'http', status: 429 })
    expect((error as TransportError).envelope?.code).toBe(42900)
    expect(toast).toHaveBeenCalledWith('操作过于频繁')
  })
  test('without an envelope shows nothing', async () => {
    system.reply = says('<h1>Bad gateway</h1>', 502)
    const { client, toast } = open()
    expect(await settled(client.call(list))).toMatchObject({ reason: 'http', status: 502 })
    expect(toast).not.toHaveBeenCalled()
  })
  test('is silent under the same rules', async () => {
    system.reply = says({ code: 9, msg: '不必提示' }, 503)
    const { client, toast } = open()
    await settled(client.call(list))
    system.reply = says(refusal, 500)
    await settled(client.call(list, {}, { toast: false }))
    expect(toast).not.toHaveBeenCalled()
  })
})

describe('a transport error is rejected unchanged', () => {
  test('without a response', async () => {
    const error = await settled(new Client({ base: 'http://127.0.0.1:1/' }).call(list))
    expect(error).toMatchObject({ reason: 'network' })
    expect((error as TransportError).cause).toBeInstanceOf(TypeError)
  })
  test('when the response takes too long, in its head or in its body', async () => {
    const timeout = holdTimeouts()
    system.reply = () => {}
    const { count, fetch } = fetchThatCounts()
    const { client } = open({ timeoutMs: 50, fetch })
    const silent = settled(client.call(list))
    await until('the call is there', () => system.calls.length === 1)
    timeout(50)
    expect(await silent).toMatchObject({ reason: 'timeout' })
    expect(((await silent) as TransportError).cause).toMatchObject({ name: 'TimeoutError' })
    expect(count.heads).toBe(0)

    system.reply = response => void response.writeHead(200).write('{"code":')
    const halved = settled(client.call(list))
    await until('the head of the answer is there', () => count.heads === 1)
    timeout(50)
    expect(await halved).toMatchObject({ reason: 'timeout' })
  })
  test('when its time is over by the platform’s own clock', async () => {
    system.reply = () => {}
    expect(await settled(open({ timeoutMs: 50 }).client.call(list))).toMatchObject({
      reason: 'timeout',
    })
  })
  test('when the caller aborts it', async () => {
    system.reply = () => {}
    const taken = new AbortController()
    const call = open().client.call(list, {}, { signal: taken.signal })
    await until('the call is there', () => system.calls.length === 1)
    taken.abort()
    expect(await settled(call)).toMatchObject({ reason: 'abort' })
  })
  test('when a success is not an envelope', async () => {
    for (const text of ['', 'null', '[]', '{"msg":"no code"}', '<html>']) {
      system.reply = says(text)
      expect(await settled(open().client.call(list))).toMatchObject({ reason: 'malformed' })
    }
  })
  test('and the time-out is 60 000 ms by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    system.reply = says({ code: 1, msg: '' })
    await open().client.call(list)
    expect(timeout).toHaveBeenCalledWith(60_000)
  })
})

describe('40901, the same key still in progress', () => {
  const underWay = says({ code: 40901, msg: '仍在处理' })
  const key = { idempotencyKey: 'k'.repeat(16) }
  /** A call that got this response and waits before its retry. */
  async function pausing(setup: ClientSetup = {}) {
    stopTimers()
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    const asked = vi.fn(fetch)
    const opened = open({ fetch: asked, ...setup })
    const call = settled(opened.client.call(pay, { body: { amount: '1' } }, key))
    await until('the client pauses', () => pauses.mock.calls.some(([, ms]) => ms === 1000))
    return { ...opened, asked, call }
  }
  test('is retried after a second with the same key', async () => {
    system.reply = inTurn(underWay, says({ code: 1, msg: '', data: { done: true } }))
    const { asked, call, toast } = await pausing()
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await call).toEqual({ done: true })
    expect(system.calls.map(call => call.headers['idempotency-key'])).toEqual(
      Array(2).fill('k'.repeat(16)),
    )
    expect(toast).not.toHaveBeenCalled()
  })
  test('does not outlast the time-out', async () => {
    system.reply = underWay
    const timeout = holdTimeouts()
    const { asked, call } = await pausing({ timeoutMs: 300 })
    timeout(300)
    expect(await call).toMatchObject({ reason: 'timeout' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

describe('for a cache of queries', () => {
  test('a refusal is thrown without a toast', async () => {
    system.reply = says(refusal)
    const { client, toast } = open()
    await expect(client.ask(list)).rejects.toBeInstanceOf(Refused)
    expect(toast).not.toHaveBeenCalled()
  })
  test('an ended session is thrown as Silent, so that nothing hangs', async () => {
    system.reply = says({ code: 20001, msg: '登录已过期' })
    await expect(open().client.ask(list)).rejects.toBeInstanceOf(Silent)
  })
  test('the data is the data', async () => {
    system.reply = says({ code: 1, msg: '', data: { n: 3 } })
    expect(await open().client.ask(sample, { params: { id: '1' } })).toEqual({ n: 3 })
  })
})

describe('the server clock', () => {
  test('is read from the header, and exactly from a response that contains it', async () => {
    // No time passes on the device, so that only the responses count.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:34:56.789Z') })
    const { client } = open()
    system.reply = says({ code: 1, msg: '' }, 200, { date: 'Sat, 21 Nov 2026 00:00:00 GMT' })
    await client.call(list)
    // A header is cut to whole seconds: the middle of one is the best estimate.
    expect(client.clock.now()).toBe(Date.parse('2026-11-21T00:00:00.500Z'))
    system.reply = says({ code: 1, msg: '', data: { serverNow: '2030-01-01T00:00:00.000Z' } })
    await client.call(list)
    expect(client.clock.now()).toBe(Date.parse('2030-01-01T00:00:00Z'))
  })
})
