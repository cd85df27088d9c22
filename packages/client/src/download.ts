import {
  type CallOptions,
  type Client,
  clientRules,
  type Outcome,
  readEnvelope,
  transportError,
} from './client.ts'
import { TransportError } from './errors.ts'

export interface DownloadOptions extends CallOptions {
  timeoutMs?: number
  /** Only these bytes of it, the first and the last included. */
  range?: { from: number; to: number }
  fetch?: typeof fetch
}

const channel = 'download'

/**
 * Fetches a file of the server as bytes: it needs the bearer header, which an <img> or a link
 * cannot send. A JSON response is an envelope and follows the usual rules; toast and session rules
 * are the client's.
 * @throws TransportError: `timeout`, `abort`, `network`, `http`, `malformed`.
 */
export async function download(
  client: Client,
  path: string,
  options: DownloadOptions = {},
): Promise<Outcome<Blob>> {
  const { timeoutMs = clientRules.downloadTimeoutMs, fetch: ask = fetch, range } = options
  const token = client.token()
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  try {
    const part = range && { range: `bytes=${range.from}-${range.to}` }
    const headers = { ...client.headers(token), ...part }
    const response = await ask(client.address(path), { headers, signal })
    const { status } = response
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      if (!response.ok) throw new TransportError('http', { channel, status })
      return { kind: 'answered', data: await response.blob() }
    }
    const envelope = readEnvelope(await response.text())
    if (!response.ok) {
      if (envelope) client.tell(envelope, options)
      throw new TransportError('http', { channel, status, envelope })
    }
    const outcome = envelope && client.judge(envelope, options, token)
    // A success without bytes is not the requested file.
    if (!outcome || outcome.kind === 'answered') {
      throw new TransportError('malformed', { channel, status })
    }
    return outcome
  } catch (cause) {
    throw transportError(cause, signal, channel)
  }
}
