import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from './client.ts'
import { openSystem, says } from './testing/system.ts'
import { type ProgressRequest, upload } from './upload.ts'

/** A browser's upload request over Node's fetch: real bytes to a real server, with progress. */
class NodeRequest implements ProgressRequest {
  upload: ProgressRequest['upload'] = { onprogress: null }
  onload: (() => void) | null = null
  onerror: ((error: unknown) => void) | null = null
  ontimeout: (() => void) | null = null
  onabort: (() => void) | null = null
  timeout = 0
  status = 0
  responseText = ''
  #url = ''
  readonly #headers: Record<string, string> = {}
  readonly #stop = new AbortController()

  open(_method: string, url: string) {
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  abort() {
    this.#stop.abort()
    this.onabort?.()
  }
  send(body: FormData) {
    const timer = setTimeout(() => {
      this.#stop.abort()
      this.ontimeout?.()
    }, this.timeout)
    fetch(this.#url, { method: 'POST', body, headers: this.#headers, signal: this.#stop.signal })
      .then(async response => {
        this.upload.onprogress?.({ loaded: 5, total: 10 })
        this.upload.onprogress?.({ loaded: 10, total: 10 })
        this.status = response.status
        this.responseText = await response.text()
        this.onload?.()
      })
      .catch(error => this.#stop.signal.aborted || this.onerror?.(error))
      .finally(() => clearTimeout(timer))
  }
}
const request = () => new NodeRequest()

let system: Awaited<ReturnType<typeof openSystem>>
beforeAll(async () => {
  system = await openSystem()
})
afterAll(() => system.close())

const picture = new Blob(['picture'], { type: 'image/webp' })
function open(base = system.base) {
  const toast = vi.fn()
  const client = new Client({ base, toast, token: () => 'abc', locale: () => 'en' })
  return { client, toast }
}

describe('an upload', () => {
  test('sends the file with the headers of every call, and reports its progress', async () => {
    system.reply = says({ code: 1, msg: '', data: { id: 'img_1' } })
    const parts: number[] = []
    const outcome = await upload(open().client, '/api/uploads', picture, {
      request,
      onProgress: part => parts.push(part),
    })
    expect(outcome).toEqual({ kind: 'answered', data: { id: 'img_1' } })
    expect(parts).toEqual([0.5, 1])
    const call = system.calls.at(-1)
    expect(call?.headers).toMatchObject({ authorization: 'Bearer abc', 'accept-language': 'en' })
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(call?.body).toContain('name="file"')
    expect(call?.body).toContain('picture')
  })
  test('that is refused follows the same rules', async () => {
    system.reply = says({ code: 41301, msg: '图片过大' })
    const { client, toast } = open()
    const outcome = await upload(client, '/api/uploads', picture, { request })
    expect(outcome.kind).toBe('refused')
    expect(toast).toHaveBeenCalledWith('图片过大')
  })
  test('outside 200–299 is a transport error, with a toast if it has a message', async () => {
    system.reply = says({ code: 41300, msg: '内容过大' }, 413)
    const { client, toast } = open()
    await expect(upload(client, '/api/uploads', picture, { request })).rejects.toMatchObject({
      reason: 'http',
      status: 413,
    })
    expect(toast).toHaveBeenCalledWith('内容过大')
    system.reply = says('<html>')
    await expect(upload(client, '/api/uploads', picture, { request })).rejects.toMatchObject({
      reason: 'malformed',
    })
  })
  test('ends after its time-out', async () => {
    system.reply = () => {}
    const call = upload(open().client, '/api/uploads', picture, { request, timeoutMs: 40 })
    await expect(call).rejects.toMatchObject({ reason: 'timeout', channel: 'upload' })
  })
  test('has 60 000 ms by default', async () => {
    system.reply = says({ code: 1, msg: '' })
    const requests: NodeRequest[] = []
    const keep = () => {
      const one = new NodeRequest()
      requests.push(one)
      return one
    }
    await upload(open().client, '/api/uploads', picture, { request: keep })
    expect(requests.map(one => one.timeout)).toEqual([60_000])
  })
  test('can be aborted, before and while it runs', async () => {
    system.reply = () => {}
    const before = system.calls.length
    const taken = new AbortController()
    const call = upload(open().client, '/api/uploads', picture, { request, signal: taken.signal })
    const ends = expect(call).rejects.toMatchObject({ reason: 'abort', channel: 'upload' })
    await until('the file is there', () => system.calls.length > before)
    taken.abort()
    await ends
    const early = upload(open().client, '/api/uploads', picture, { request, signal: taken.signal })
    await expect(early).rejects.toMatchObject({ reason: 'abort', channel: 'upload' })
  })
  test('without a network is a network error', async () => {
    const call = upload(open('http://127.0.0.1:1/').client, '/api/uploads', picture, { request })
    await expect(call).rejects.toMatchObject({ reason: 'network' })
  })
  test('of an empty or missing file is a file error, and nothing is sent', async () => {
    const before = system.calls.length
    const gone = Object.assign(new Blob(['x']), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
    })
    for (const file of [new Blob([]), gone as unknown as Blob]) {
      await expect(upload(open().client, '/api/uploads', file, { request })).rejects.toMatchObject({
        reason: 'file error',
        channel: 'upload',
      })
    }
    expect(system.calls).toHaveLength(before)
  })
})
