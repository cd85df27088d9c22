import type { Envelope, InputIssue } from '@banyan/domain'

/** How a call can fail without a response that a person can act on. */
export type TransportReason = 'timeout' | 'abort' | 'network' | 'http' | 'malformed' | 'file error'

/** What failed: a call, an upload or download, or the stream of live events. */
export type Channel = 'call' | 'upload' | 'download' | 'socket'

/**
 * The connection to the server failed. `cause` is the runtime's own error, unchanged; `status` and
 * `envelope` are present when a response had a status outside 200–299.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly reason: TransportReason
  readonly channel: Channel
  readonly status: number | undefined
  readonly envelope: Envelope | undefined

  constructor(
    reason: TransportReason,
    facts: {
      channel?: Channel
      cause?: unknown
      status?: number
      envelope?: Envelope | undefined
    } = {},
  ) {
    super(facts.envelope?.msg || `transport: ${reason}${facts.status ? ` ${facts.status}` : ''}`, {
      cause: facts.cause,
    })
    this.reason = reason
    this.channel = facts.channel ?? 'call'
    this.status = facts.status
    this.envelope = facts.envelope
  }
}

/** The server refused the call. `response` is its unchanged envelope. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly response: Envelope
  readonly code: number

  constructor(response: Envelope) {
    super(response.msg)
    this.response = response
    this.code = response.code
  }

  /** Input errors by path, when the server returned them (40000). */
  get issues(): readonly InputIssue[] {
    const data = this.response.data as { issues?: InputIssue[] } | undefined
    return Array.isArray(data?.issues) ? data.issues : []
  }
}

/**
 * Ends a call that by the specification never resolves (20001). Nobody shows it: the app is already
 * opening the auth home page. It exists so that a query or a button does not hang for ever.
 */
export class Silent extends Error {
  override readonly name = 'Silent'
  constructor() {
    super('the session has ended')
  }
}

/** True for failures that a retry may resolve without anybody's help. */
export const isTransport = (error: unknown): error is TransportError =>
  error instanceof TransportError
export const isRefused = (error: unknown): error is Refused => error instanceof Refused
export const isSilent = (error: unknown): error is Silent => error instanceof Silent
