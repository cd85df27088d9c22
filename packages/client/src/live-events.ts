import { type Client, clientRules, readEnvelope } from './client.ts'
import { TransportError } from './errors.ts'
import { EventStreamReader, type StreamMessage } from './event-stream.ts'

/** News that something changed; `id` names it, if it is one thing. */
export interface LiveNews<Topic extends string> {
  topic: Topic
  id: string | null
}

export interface LiveEventsSetup {
  client: Client
  path: string
  /** Whether somebody is signed in; a bearer token says so by default. */
  signedIn?: () => boolean
  fetch?: typeof fetch
  /** Whether the page is visible; a hidden page closes the stream after a while. */
  visible?: () => boolean
  onVisibility?: (changed: () => void) => void
  hiddenMs?: number
  /** A stream that sends nothing for this long, not even a comment, is dead. */
  silenceMs?: number
  backOff?: (attempt: number) => number
}

type Handler<Topic extends string> = (news: LiveNews<Topic>) => void

/** Doubles from 1 s to 30 s, half of it random, so that many clients do not reconnect at once. */
export const jitteredBackOff = (attempt: number, chance = Math.random): number => {
  const most = Math.min(30_000, 1000 * 2 ** attempt)
  return most / 2 + (most / 2) * chance()
}

/**
 * One stream of events for the whole app, over fetch because it must send headers. It
 * resumes after the last id, reconnects by itself, and pauses while the page is hidden. After any
 * gap it calls `onGap`, because events may have been missed.
 */
export class LiveEvents<Topic extends string = string> {
  readonly #setup: Required<Omit<LiveEventsSetup, 'onVisibility'>>
  readonly #handlers = new Map<Topic, Set<Handler<Topic>>>()
  readonly #firstHandlers = new Set<() => void>()
  readonly #gapHandlers = new Set<() => void>()
  readonly #troubleHandlers = new Set<() => void>()
  #trouble: TransportError | null = null
  #wanted = false
  #run: AbortController | null = null
  #lastId: string | undefined
  /** Whether a stream has been open, or tried, since this member logged in. */
  #mayHaveMissed = false
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  /** The last stream ended with a hint that the session may have ended. */
  #doubted = false

  constructor(setup: LiveEventsSetup) {
    this.#setup = {
      signedIn: () => setup.client.token() !== null,
      fetch: (...args) => fetch(...args),
      visible: () => true,
      hiddenMs: 30_000,
      silenceMs: clientRules.socketTimeoutMs,
      backOff: jitteredBackOff,
      ...setup,
    }
    setup.onVisibility?.(() => this.followVisibility())
  }

  /** Opens the stream as soon as there is a token and the page is visible. */
  start(): void {
    this.#wanted = true
    this.#open()
  }

  stop(): void {
    this.#wanted = false
    clearTimeout(this.#hiddenTimer)
    this.#close()
  }

  /** Another member, or none: opens a new stream. */
  restart(): void {
    this.#close()
    this.#lastId = undefined
    this.#mayHaveMissed = false
    if (this.#wanted) this.#open()
  }

  /** Calls back for every event of a topic; the returned function unsubscribes. */
  on(topic: Topic, handler: Handler<Topic>): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set()
    this.#handlers.set(topic, handlers.add(handler))
    return () => void handlers.delete(handler)
  }

  /**
   * Calls back when a member's first stream opens: events about what was read before it have not
   * been received.
   */
  onFirst(handler: () => void): () => void {
    this.#firstHandlers.add(handler)
    return () => void this.#firstHandlers.delete(handler)
  }

  /** Calls back when events may have been missed: the caller should reload everything visible. */
  onGap(handler: () => void): () => void {
    this.#gapHandlers.add(handler)
    return () => void this.#gapHandlers.delete(handler)
  }

  /**
   * Why events do not arrive now; null while they arrive, or while the stream pauses because the
   * page is hidden.
   */
  readonly trouble = (): TransportError | null => this.#trouble
  readonly onTrouble = (handler: () => void): (() => void) => {
    this.#troubleHandlers.add(handler)
    return () => void this.#troubleHandlers.delete(handler)
  }

  followVisibility(): void {
    clearTimeout(this.#hiddenTimer)
    if (this.#setup.visible()) this.#open()
    else this.#hiddenTimer = setTimeout(() => this.#close(), this.#setup.hiddenMs)
  }

  #open(): void {
    if (!this.#wanted || this.#run || !this.#setup.signedIn()) return
    this.#run = new AbortController()
    void this.#keepOpen(this.#run)
  }

  #close(): void {
    this.#run?.abort()
    this.#run = null
    this.#note(null)
  }

  #note(trouble: TransportError | null): void {
    if (this.#trouble === trouble) return
    this.#trouble = trouble
    for (const handler of this.#troubleHandlers) handler()
  }

  async #keepOpen(run: AbortController): Promise<void> {
    const { signal } = run
    let wasDoubted = false
    for (let attempt = 0; !signal.aborted; attempt++) {
      const opened = await this.#stream(run).catch((cause: unknown) => {
        if (signal.aborted) return false
        this.#mayHaveMissed = true
        this.#note(troubleOf(cause))
        return false
      })
      if (signal.aborted) return
      if (opened === 'refused') {
        this.#close()
        return
      }
      if (opened) attempt = 0
      // Requested again without a pause, so that the server reports whether the session has ended
      // and the page leaves at once.
      const isDoubted: boolean = this.#doubted && !wasDoubted
      this.#doubted = false
      wasDoubted = isDoubted
      if (!isDoubted) await rest(this.#setup.backOff(attempt), signal)
    }
  }

  /** Reads one connection to its end. `refused`: the server rejected the token. */
  async #stream(run: AbortController): Promise<boolean | 'refused'> {
    const { client, path, silenceMs } = this.#setup
    const connection = new AbortController()
    const signal = AbortSignal.any([run.signal, connection.signal])
    const token = client.token()
    const resumed = this.#lastId
    const silence = () => connection.abort(new TransportError('timeout', { channel: 'socket' }))
    let watch = setTimeout(silence, silenceMs)
    try {
      const response = await this.#setup.fetch(client.address(path), {
        headers: {
          ...client.headers(token),
          Accept: 'text/event-stream',
          ...(resumed === undefined ? {} : { 'Last-Event-ID': resumed }),
        },
        signal,
      })
      const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (!response.ok || !response.body) {
        throw new TransportError('http', { channel: 'socket', status: response.status })
      }
      if (!streams) {
        const envelope = readEnvelope(await response.text())
        if (envelope) client.judge(envelope, { toast: false }, token)
        return 'refused'
      }
      this.#note(null)
      for (const handler of this.#mayHaveMissed ? this.#gapHandlers : this.#firstHandlers) handler()
      this.#mayHaveMissed = true
      const reader = new EventStreamReader()
      const text = new TextDecoder()
      for await (const bytes of chunks(response.body)) {
        clearTimeout(watch)
        watch = setTimeout(silence, silenceMs)
        for (const message of reader.take(text.decode(bytes, { stream: true })))
          this.#deliver(message)
      }
      return true
    } catch (cause) {
      // Some browsers report only that it was aborted, not why.
      throw connection.signal.aborted ? connection.signal.reason : cause
    } finally {
      clearTimeout(watch)
      connection.abort()
    }
  }

  #deliver({ id, event, data }: StreamMessage): void {
    if (event === 'session') this.#doubted = true
    if (id !== undefined) this.#lastId = id
    let news: LiveNews<Topic>
    try {
      news = JSON.parse(data) as LiveNews<Topic>
    } catch {
      return
    }
    for (const handler of this.#handlers.get(news.topic) ?? []) handler(news)
  }
}

/** The runtime's own error, or the silence time-out that ended the stream. */
const troubleOf = (cause: unknown): TransportError =>
  cause instanceof TransportError
    ? cause
    : new TransportError('network', { channel: 'socket', cause })

/** WebKit's streams are not iterable; their readers are. */
async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
