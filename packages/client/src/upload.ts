import type { Envelope } from '@banyan/domain'
import { type CallOptions, type Client, clientRules, type Outcome, readEnvelope } from './client.ts'
import { TransportError } from './errors.ts'

const channel = 'upload'

/** The part of XMLHttpRequest that an upload needs: fetch cannot report progress. */
export interface ProgressRequest {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onload: (() => void) | null
  onerror: ((error: unknown) => void) | null
  ontimeout: (() => void) | null
  onabort: (() => void) | null
  timeout: number
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
}

export interface UploadOptions extends CallOptions {
  /** From 0 to 1, the part of the bytes that was sent. */
  onProgress?: (part: number) => void
  timeoutMs?: number
  /** Makes the request; the browser's own by default. */
  request?: () => ProgressRequest
}

const browserRequest = (): ProgressRequest => {
  const { XMLHttpRequest: Request } = globalThis as { XMLHttpRequest?: new () => ProgressRequest }
  if (!Request) throw new TypeError('uploads need a browser, or a request of your own')
  return new Request()
}

/**
 * Sends one file as the field `file` and reads the envelope of the response. Toast and session
 * rules are the client's.
 * @throws TransportError: `file error` for a file that is empty or cannot be read, `timeout`,
 * `abort`, `network`, `http`, `malformed`.
 */
export async function upload<T>(
  client: Client,
  path: string,
  file: Blob & { name?: string },
  options: UploadOptions = {},
): Promise<Outcome<T>> {
  await readable(file)
  const token = client.token()
  const envelope = await new Promise<Envelope>((resolve, reject) => {
    const request = (options.request ?? browserRequest)()
    const fail = (error: TransportError) => reject(error)
    request.open('POST', client.address(path))
    for (const [name, value] of Object.entries(client.headers(token))) {
      request.setRequestHeader(name, value)
    }
    request.timeout = options.timeoutMs ?? clientRules.uploadTimeoutMs
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) options.onProgress?.(loaded / total)
    }
    request.ontimeout = () => fail(new TransportError('timeout', { channel }))
    request.onabort = () =>
      fail(new TransportError('abort', { channel, cause: options.signal?.reason }))
    request.onerror = cause => fail(new TransportError('network', { channel, cause }))
    request.onload = () => {
      const { status } = request
      const answer = readEnvelope(request.responseText)
      if (status < 200 || status > 299) {
        if (answer) client.tell(answer, options)
        fail(new TransportError('http', { channel, status, envelope: answer }))
      } else if (answer) resolve(answer)
      else fail(new TransportError('malformed', { channel, status }))
    }
    if (options.signal?.aborted) return request.onabort()
    options.signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file, file.name ?? 'file')
    request.send(form)
  })
  return client.judge(envelope, options, token) as Outcome<T>
}

/** A file may have been moved or removed since it was chosen: reading its first byte shows it. */
async function readable(file: Blob): Promise<void> {
  try {
    const first = await file.slice(0, 1).arrayBuffer()
    if (first.byteLength === 1) return
  } catch (cause) {
    throw new TransportError('file error', { channel, cause })
  }
  throw new TransportError('file error', { channel })
}
