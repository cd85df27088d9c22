import type { AnswerOf, Endpoint, Envelope, InputOf } from '@banyan/domain'
import { type Channel, Refused, Silent, TransportError } from './errors.ts'
import { ServerClock } from './server-clock.ts'

/** The specification's figures, sections 7 to 9. */
export const clientRules = {
  requestTimeoutMs: 60_000,
  socketTimeoutMs: 60_000,
  uploadTimeoutMs: 60_000,
  downloadTimeoutMs: 60_000,
  toastMs: 2000,
  successCode: 1,
  silentCode: 9,
  sessionExpiredCode: 20001,
  accountProblemCode: 20003,
  relaunchDelayMs: 500,
  authHome: '/pages/auth/home',
  stillUnderWayCode: 40901,
  stillUnderWayPauseMs: 1000,
} as const

/** What the client needs from the app. In Node the defaults (no token, no toast) suffice. */
export interface ClientEffects {
  token: () => string | null
  /** BCP 47 tag for `Accept-Language`. */
  locale: () => string
  toast: (message: string) => void
  /** Leaves everything and opens this page. */
  relaunch: (path: string) => void
  /** 20003: loads this device's accounts again; the message contains the reason. */
  recheckAccounts: (message: string) => void
  /** Any other refusal, for what concerns the session: it is locked, or has to prove more. */
  refused: (refusal: Refused) => void
}

export interface ClientSetup extends Partial<ClientEffects> {
  /** The server's address; './' is relative to the page. In Node it must be absolute. */
  base?: string
  fetch?: typeof fetch
  timeoutMs?: number
  clock?: ServerClock
  /** After so long an ended session leaves the page; the specification's pause by default. */
  relaunchDelayMs?: number
  /** Further headers of every call. */
  headers?: Readonly<Record<string, string>>
}

export interface CallOptions {
  /** Reject a refusal with its response; without it such a call stays pending for ever. */
  catch?: boolean
  /** false: no toast for this call, whatever the response. */
  toast?: boolean
  signal?: AbortSignal
  /** For money calls: the key of the calling form (`newIdempotencyKey`). */
  idempotencyKey?: string
}

/** An endpoint's address without its schemas, for code that must stay small. */
export interface Address<E> {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly money: boolean
  /** Never present: it carries the endpoint's type only. */
  readonly of?: E
}
/** Any endpoint that can be called. */
export type Callable = Pick<Endpoint, 'method' | 'path' | 'money'>
export type CallInput<E> = E extends { readonly answer: unknown }
  ? InputOf<E>
  : E extends Address<infer F>
    ? InputOf<F>
    : never
export type CallAnswer<E> = E extends { readonly answer: unknown }
  ? AnswerOf<E>
  : E extends Address<infer F>
    ? AnswerOf<F>
    : never
/** The input may be omitted when every part of it may be empty. */
export type CallArguments<E> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

interface Parts {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** How a call ended, for callers that handle it themselves. Transport errors are thrown. */
export type Outcome<T> =
  | { kind: 'answered'; data: T }
  | { kind: 'refused'; refusal: Refused }
  | { kind: 'expired' }

/**
 * The data of a call.
 * @throws Refused; Silent when its session has ended.
 */
export function dataOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.data
  throw outcome.kind === 'refused' ? outcome.refusal : new Silent()
}

/** The HTTP client over the envelope. */
export class Client {
  readonly clock: ServerClock
  readonly #base: string
  readonly #fetch: typeof fetch
  readonly #timeoutMs: number
  readonly #effects: ClientEffects
  readonly #relaunchDelayMs: number
  readonly #headers: Readonly<Record<string, string>>
  #relaunching = false

  constructor(setup: ClientSetup = {}) {
    this.clock = setup.clock ?? new ServerClock()
    this.#base = (setup.base ?? './').replace(/\/$/, '')
    this.#fetch = setup.fetch ?? ((...args) => fetch(...args))
    this.#timeoutMs = setup.timeoutMs ?? clientRules.requestTimeoutMs
    this.#headers = setup.headers ?? {}
    this.#relaunchDelayMs = setup.relaunchDelayMs ?? clientRules.relaunchDelayMs
    this.#effects = {
      token: setup.token ?? (() => null),
      locale: setup.locale ?? (() => 'zh-CN'),
      toast: setup.toast ?? (() => {}),
      relaunch: setup.relaunch ?? (() => {}),
      recheckAccounts: setup.recheckAccounts ?? (() => {}),
      refused: setup.refused ?? (() => {}),
    }
  }

  /**
   * The specification's call: resolves with the data, or `{}`. A refusal shows a toast and the call
   * stays pending, unless it asked to catch. After 20001 it never resolves.
   * @throws TransportError unchanged; Refused with `catch: true`.
   */
  async call<E extends Callable>(endpoint: E, ...args: CallArguments<E>): Promise<CallAnswer<E>> {
    const outcome = await this.outcome(endpoint, ...args)
    if (outcome.kind === 'answered') return outcome.data
    if (outcome.kind === 'refused' && args[1]?.catch) throw outcome.refusal
    return new Promise<never>(() => {})
  }

  /**
   * The same for a cache of queries, which must never hang: a refusal is thrown without a toast
   * (the page shows it in its place), and an ended session is thrown as `Silent`.
   */
  async ask<E extends Callable>(endpoint: E, ...args: CallArguments<E>): Promise<CallAnswer<E>> {
    const [input, options] = args
    const quiet = [input, { toast: false, ...options }] as unknown as CallArguments<E>
    return dataOf(await this.outcome(endpoint, ...quiet))
  }

  /** The same with every ending as a value. Toast and session rules apply. */
  async outcome<E extends Callable>(
    endpoint: E,
    ...args: CallArguments<E>
  ): Promise<Outcome<CallAnswer<E>>> {
    const [input, options = {}] = args
    if (endpoint.money && endpoint.method === 'POST' && !options.idempotencyKey) {
      throw new TypeError(`${endpoint.path} moves money: hand in an idempotencyKey`)
    }
    const token = this.#effects.token()
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
    for (;;) {
      const sentAt = Date.now()
      const response = await this.#send(endpoint, (input ?? {}) as Parts, token, signal, options)
      const envelope = await this.#open(response, sentAt, signal, options)
      if (envelope.code === clientRules.stillUnderWayCode && options.idempotencyKey) {
        await pause(clientRules.stillUnderWayPauseMs, signal)
        continue
      }
      return this.judge(envelope, options, token) as Outcome<CallAnswer<E>>
    }
  }

  /** Applies the envelope's rules. Public for the parts that read an envelope in other ways. */
  judge(envelope: Envelope, options: CallOptions, sentToken: string | null): Outcome<unknown> {
    if (envelope.code === clientRules.successCode) {
      return { kind: 'answered', data: envelope.data ?? {} }
    }
    this.tell(envelope, options)
    if (envelope.code === clientRules.sessionExpiredCode) {
      // A late response to a token that is no longer used does not concern the present session.
      if (sentToken === this.#effects.token()) this.#relaunchSoon()
      return { kind: 'expired' }
    }
    if (envelope.code === clientRules.accountProblemCode) {
      this.#effects.recheckAccounts(envelope.msg)
    }
    const refusal = new Refused(envelope)
    this.#effects.refused(refusal)
    return { kind: 'refused', refusal }
  }

  /** The headers of every call. */
  headers(token: string | null = this.#effects.token()): Record<string, string> {
    const headers: Record<string, string> = {
      ...this.#headers,
      'Accept-Language': this.#effects.locale(),
    }
    if (token) headers.Authorization = `Bearer ${token}`
    return headers
  }

  token(): string | null {
    return this.#effects.token()
  }

  /** The full address of a path of the server. */
  address(path: string): string {
    return `${this.#base}${path}`
  }

  async #send(
    endpoint: Callable,
    input: Parts,
    token: string | null,
    signal: AbortSignal,
    options: CallOptions,
  ): Promise<Response> {
    const { method } = endpoint
    const headers = this.headers(token)
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
    if (method === 'POST') headers['Content-Type'] = 'application/json'
    try {
      return await this.#fetch(this.address(pathOf(endpoint.path, input)), {
        method,
        headers,
        signal,
        ...(method === 'POST' ? { body: JSON.stringify(input.body ?? {}) } : {}),
      })
    } catch (cause) {
      throw transportError(cause, signal)
    }
  }

  /**
   * Reads the envelope; with a status outside 200–299 its message is shown and the call fails as a
   * transport error.
   */
  async #open(
    response: Response,
    sentAt: number,
    signal: AbortSignal,
    options: CallOptions,
  ): Promise<Envelope> {
    const receivedAt = Date.now()
    this.clock.noteHeader(response.headers.get('date'), sentAt, receivedAt)
    let text: string
    try {
      text = await response.text()
    } catch (cause) {
      throw transportError(cause, signal)
    }
    const envelope = readEnvelope(text)
    if (!response.ok) {
      if (envelope) this.tell(envelope, options)
      throw new TransportError('http', { status: response.status, envelope })
    }
    if (!envelope) throw new TransportError('malformed', { status: response.status })
    const exact = (envelope.data as { serverNow?: unknown } | undefined)?.serverNow
    if (typeof exact === 'string') this.clock.noteExact(exact, sentAt, receivedAt)
    return envelope
  }

  /** Shows the server's message, unless the call disabled toasts or the code is the silent one. */
  tell(envelope: Envelope, options: CallOptions): void {
    if (options.toast === false || envelope.code === clientRules.silentCode) return
    if (envelope.msg) this.#effects.toast(envelope.msg)
  }

  /** Several calls may learn at once that the session has ended; the app leaves once. */
  #relaunchSoon(): void {
    if (this.#relaunching) return
    this.#relaunching = true
    setTimeout(() => {
      this.#relaunching = false
      this.#effects.relaunch(clientRules.authHome)
    }, this.#relaunchDelayMs)
  }
}

/** The envelope in a text, or undefined when there is none. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { code, msg, data } = value as Partial<Envelope>
    if (typeof code !== 'number') return undefined
    return { code, msg: typeof msg === 'string' ? msg : '', ...(data == null ? {} : { data }) }
  } catch {
    return undefined
  }
}

/** Fills `:name` in a path and appends the query; empty values are left out. */
export function pathOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

/** Classifies a failure below HTTP; the runtime's own error stays as the cause. */
export function transportError(
  cause: unknown,
  signal?: AbortSignal,
  channel: Channel = 'call',
): TransportError {
  if (cause instanceof TransportError) return cause
  const name = (signal?.aborted ? (signal.reason as Error)?.name : (cause as Error)?.name) ?? ''
  if (name === 'TimeoutError') return new TransportError('timeout', { channel, cause })
  if (signal?.aborted || name === 'AbortError')
    return new TransportError('abort', { channel, cause })
  return new TransportError('network', { channel, cause })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(transportError(signal.reason, signal))
    })
  })
}
