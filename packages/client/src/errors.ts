import type { Envelope, InputIssue } from '@banyan/domain'

/** How a call can fail before an answer that a person can act on is there. */
export type TransportReason = 'timeout' | 'abort' | 'network' | 'http' | 'malformed' | 'file error'

/** On which road it failed: a call, a file on its way up or down, or the stream of live news. */
export type Channel = 'call' | 'upload' | 'download' | 'socket'

/**
 * The world failed between here and the house. `cause` is the platform's own error, as it was;
 * `status` and `envelope` are there when an answer came with a status outside 200–299.
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

/** The house answered and said no. `response` is its envelope as it came. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly response: Envelope
  readonly code: number

  constructor(response: Envelope) {
    super(response.msg)
    this.response = response
    this.code = response.code
  }

  /** What is wrong with the input, by path, where the house said so (40000). */
  get issues(): readonly InputIssue[] {
    const data = this.response.data as { issues?: InputIssue[] } | undefined
    return Array.isArray(data?.issues) ? data.issues : []
  }
}

/**
 * Ends a call that by the specification never resolves (20001). Nobody shows it: the app is on its
 * way to the auth home page. It exists so that a query or a button does not hang for ever.
 */
export class Silent extends Error {
  override readonly name = 'Silent'
  constructor() {
    super('the session has ended')
  }
}

/** True for failures that a second try may mend without anybody's help. */
export const isTransport = (error: unknown): error is TransportError =>
  error instanceof TransportError
export const isRefused = (error: unknown): error is Refused => error instanceof Refused
export const isSilent = (error: unknown): error is Silent => error instanceof Silent
