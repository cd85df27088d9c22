import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnswerOf,
  allEndpoints,
  type Endpoint,
  fillSlots,
  type InputOf,
  inputRuleText,
  type Locale,
  type RefusalName,
  type RefusalSlots,
  refusals,
} from '@banyan/domain'

/** A call of the page, as the contract reads it. */
export interface Call<E = Endpoint> {
  input: InputOf<E>
  /** The idempotency key; null for a call that does not move money. */
  key: string | null
}

interface Received {
  endpoint: Endpoint
  call: Call<never>
}

type Query = Readonly<Record<string, string>>

/** What one call gets instead of its usual answer; `of` are the calls that it is meant for, all of them by default. */
type Once = { of?: (query: Query) => boolean } & (
  | { kind: 'refusal'; name: RefusalName; slots: RefusalSlots; data?: unknown }
  /** It was done, and the reply never arrives. */
  | { kind: 'lost' }
  | { kind: 'broken' }
)

export type Reply =
  | { kind: 'envelope'; status: number; envelope: { code: number; msg: string; data?: unknown } }
  | { kind: 'lost' }

/**
 * The server's answers to a screen. Each is typed by the contract and read by its schema, so that a changed contract
 * breaks the compiler or the claim.
 */
export class Answers {
  readonly #usual = new Map<string, (call: Call<never>) => unknown>()
  readonly #once = new Map<string, Once[]>()
  readonly #held = new Map<string, Promise<void>>()
  readonly #received: Received[] = []
  /** Calls that have no answer here, or that the contract does not accept. A claim must have none. */
  readonly faults: string[] = []

  /** What the call answers from now on. */
  give<E extends Endpoint>(
    endpoint: E,
    answer: AnswerOf<E> | ((call: Call<E>) => AnswerOf<E>),
  ): this {
    const read = typeof answer === 'function' ? (answer as (call: Call<E>) => AnswerOf<E>) : null
    this.#usual.set(endpoint.id, call => (read ? read(call as Call<E>) : answer))
    return this
  }

  /** The next call is refused, with the sentence of the table of refusals. */
  refuse(endpoint: Endpoint, name: RefusalName, slots: RefusalSlots = {}, data?: unknown): this {
    return this.#next(endpoint, {
      kind: 'refusal',
      name,
      slots,
      ...(data === undefined ? {} : { data }),
    })
  }

  /** The next call is received, and its reply is lost on the way. */
  lose(endpoint: Endpoint): this {
    return this.#next(endpoint, { kind: 'lost' })
  }

  /** The next call with such a query is refused: other parts of the screen may make the same call at any time. */
  refuseWhere(endpoint: Endpoint, of: (query: Query) => boolean, name: RefusalName): this {
    return this.#next(endpoint, { kind: 'refusal', name, slots: {}, of })
  }

  /** The next calls fail as a server does that is overloaded. */
  break(endpoint: Endpoint, times = 1): this {
    for (let n = 0; n < times; n++) this.#next(endpoint, { kind: 'broken' })
    return this
  }

  /** Calls are received and answered only after the returned function was called. */
  hold(endpoint: Endpoint): () => void {
    let letGo = () => {}
    this.#held.set(endpoint.id, new Promise(resolve => (letGo = resolve)))
    return () => {
      this.#held.delete(endpoint.id)
      letGo()
    }
  }

  /** The calls of this endpoint so far, the first one first. */
  calls<E extends Endpoint>(endpoint: E): Call<E>[] {
    return this.#received
      .filter(one => one.endpoint.id === endpoint.id)
      .map(one => one.call as Call<E>)
  }

  /** The body of the newest call of this endpoint. */
  lastBody(endpoint: Endpoint): unknown {
    const last: { input: { body?: unknown } } | undefined = this.calls(endpoint).at(-1)
    return last?.input.body
  }

  /** The names of all calls that write, the first one first. */
  get acts(): string[] {
    return this.#received.flatMap(({ endpoint }) =>
      endpoint.method === 'POST' ? [endpoint.id] : [],
    )
  }

  /** Forgets the calls, and what was meant for calls that did not come. */
  forget(): void {
    this.#received.length = 0
    this.faults.length = 0
    this.#once.clear()
    this.#held.clear()
  }

  /** The reply to a request. */
  async reply(request: {
    method: string
    url: string
    key: string | null
    locale: Locale
    body: unknown
  }): Promise<Reply> {
    const { method, url, locale, body, key } = request
    const [path = '', search = ''] = url.split('?')
    const found = endpointOf(method, path)
    if (!found) {
      this.faults.push(`${method} ${path} is no call of the contract`)
      return envelope(refusals.notFound.code, refusals.notFound[locale], 404)
    }
    const { endpoint, params } = found
    const query = Object.fromEntries(new URLSearchParams(search))
    const call = { input: { params, query, body }, key } as unknown as Call<never>
    this.#received.push({ endpoint, call })
    const wrong = this.#faultOf(endpoint, query, body, key)
    if (wrong) this.faults.push(`${endpoint.id}: ${wrong}`)
    await this.#held.get(endpoint.id)
    const once = this.#takeOnce(endpoint, query)
    if (once?.kind === 'lost') return { kind: 'lost' }
    if (once?.kind === 'broken') return envelope(50000, '', 503)
    if (once?.kind === 'refusal') {
      const text = refusals[once.name]
      return envelope(text.code, fillSlots(text[locale], once.slots), 200, once.data)
    }
    const usual = this.#usual.get(endpoint.id)
    if (!usual) {
      this.faults.push(`${endpoint.id} has no answer in this claim`)
      return envelope(refusals.notFound.code, refusals.notFound[locale])
    }
    return envelope(1, '', 200, endpoint.answer.parse(usual(call)))
  }

  #takeOnce({ id }: Endpoint, query: Query): Once | undefined {
    const waiting = this.#once.get(id) ?? []
    const nth = waiting.findIndex(({ of }) => of?.(query) ?? true)
    return nth < 0 ? undefined : waiting.splice(nth, 1)[0]
  }

  #next(endpoint: Endpoint, once: Once): this {
    this.#once.set(endpoint.id, [...(this.#once.get(endpoint.id) ?? []), once])
    return this
  }

  /** What the server would not accept of a call, as a sentence. */
  #faultOf(endpoint: Endpoint, query: unknown, body: unknown, key: string | null): string | null {
    const isAct = endpoint.method === 'POST'
    if (isAct && endpoint.money && !/^[0-9a-f]{32}$/.test(key ?? '')) return 'no idempotency key'
    const read = isAct ? endpoint.body.safeParse(body) : endpoint.query.safeParse(query)
    if (read.success) return null
    const [issue] = read.error.issues
    return `${issue?.path.join('.')}: ${inputRuleText(issue?.message ?? '', 'en')}`
  }
}

const envelope = (code: number, msg: string, status = 200, data?: unknown): Reply => ({
  kind: 'envelope',
  status,
  envelope: { code, msg, ...(data === undefined ? {} : { data }) },
})

/** Each path as a pattern; a fixed part is preferred to a parameter. */
const patterns = allEndpoints
  .map(endpoint => ({
    endpoint,
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
  }))
  .sort((one, other) => one.names.length - other.names.length)

function endpointOf(method: string, path: string) {
  for (const { endpoint, names, pattern } of patterns) {
    const match = endpoint.method === method ? pattern.exec(path) : null
    if (!match) continue
    const params = Object.fromEntries(names.map((name, nth) => [name, match[nth + 1] ?? '']))
    return { endpoint, params }
  }
  return null
}

/** Waits until so many calls of this endpoint have arrived. */
export async function arrived(answers: Answers, endpoint: Endpoint, times = 1): Promise<void> {
  while (answers.calls(endpoint).length < times) await sleep(5)
}
