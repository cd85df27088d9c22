import { until } from '@banyan/tools/until'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client, clientRules } from './client.ts'
import { download } from './download.ts'
import { openSystem, says } from './testing/system.ts'
import { fetchThatCounts, holdTimeouts } from './testing/time.ts'

let system: Awaited<ReturnType<typeof openSystem>>
beforeAll(async () => {
  system = await openSystem()
})
afterAll(() => system.close())
afterEach(() => {
  system.calls.length = 0
  vi.restoreAllMocks()
})

function open(base = system.base) {
  const effects = { toast: vi.fn(), relaunch: vi.fn() }
  return {
    ...effects,
    client: new Client({ base, token: () => 'abc', locale: () => 'en', ...effects }),
  }
}
const path = '/api/uploads/upl_1'

describe('a download', () => {
  test('resolves with the bytes, requested with the headers of every call', async () => {
    system.reply = response => {
      response.writeHead(200, { 'content-type': 'image/webp' })
      response.end('picture')
    }
    const outcome = await download(open().client, path)
    if (outcome.kind !== 'answered') throw new Error(outcome.kind)
    expect(outcome.data.type).toBe('image/webp')
    expect(await outcome.data.text()).toBe('picture')
    expect(system.calls.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'accept-language': 'en',
    })
  })
  test('that is refused follows the same rules', async () => {
    system.reply = says({ code: 40400, msg: 'not there' })
    const { client, toast } = open()
    expect((await download(client, path)).kind).toBe('refused')
    expect(toast).toHaveBeenCalledWith('not there')
  })
  test('without a session ends it', async () => {
    system.reply = says({ code: 20001, msg: 'expired' })
    expect((await download(open().client, path, { toast: false })).kind).toBe('expired')
  })
  test('that returns an envelope instead of bytes, or fails, is a transport error of its own', async () => {
    system.reply = says({ code: 1, msg: '' })
    await expect(download(open().client, path)).rejects.toMatchObject({
      reason: 'malformed',
      channel: 'download',
    })
    system.reply = says({ code: 50000, msg: 'fault' }, 500)
    const { client, toast } = open()
    await expect(download(client, path)).rejects.toMatchObject({ reason: 'http', status: 500 })
    expect(toast).toHaveBeenCalledWith('fault')
    system.reply = response => response.writeHead(404, { 'content-type': 'text/plain' }).end('no')
    await expect(download(open().client, path)).rejects.toMatchObject({
      reason: 'http',
      status: 404,
    })
  })
  test('ends after its time-out, in its head or in the middle of its bytes', async () => {
    const late = { reason: 'timeout', channel: 'download' }
    const timeout = holdTimeouts()
    const { count, fetch } = fetchThatCounts()
    const ends = (timeoutMs: number) =>
      expect(download(open().client, path, { timeoutMs, fetch })).rejects.toMatchObject(late)
    system.reply = () => {}
    const silent = ends(40)
    await until('the call is there', () => system.calls.length === 1)
    timeout(40)
    await silent
    expect(count.heads).toBe(0)
    system.reply = response => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': '100' })
      response.write('half')
    }
    const halved = ends(80)
    await until('the head of the answer is there', () => count.heads === 1)
    timeout(80)
    await halved
  })
  test('can be aborted', async () => {
    system.reply = () => {}
    const taken = new AbortController()
    const call = download(open().client, path, { signal: taken.signal })
    const ends = expect(call).rejects.toMatchObject({ reason: 'abort', channel: 'download' })
    await until('the call is there', () => system.calls.length === 1)
    taken.abort()
    await ends
  })
  test('without a network is a network error', async () => {
    const { client } = open('http://127.0.0.1:1/')
    await expect(download(client, path)).rejects.toMatchObject({
      reason: 'network',
      channel: 'download',
    })
  })
  test('has 60 000 ms by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    system.reply = says({ code: 9, msg: '' })
    await download(open().client, path)
    expect(timeout).toHaveBeenCalledWith(60_000)
    expect(clientRules.downloadTimeoutMs).toBe(60_000)
  })
})
