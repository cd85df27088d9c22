import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'

/** Shares of the money calls that meet each kind of trouble on their way. */
export interface TroubleShares {
  /** Sent three times at once. */
  repeated: number
  /** The reply is lost after the server has given it. */
  lost: number
  /** Sent only after up to three seconds, so that calls overtake one another. */
  delayed: number
}

/** A money call that was answered, as it was sent. */
interface Sent {
  url: string
  request: RequestInit
  reply: Envelope
  at: number
}

interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** Replies are compared with a repetition after this long. */
const OLD_MS = 30_000
const KEPT = 500

/**
 * A network on which money calls are repeated, delayed and left without their reply. It remembers
 * replies, and notes each repetition that got another one.
 */
export class Trouble {
  readonly counts = { calls: 0, repeated: 0, lost: 0, delayed: 0, repeatedLater: 0 }
  /** Repetitions of a call that were answered otherwise than the call itself. */
  readonly differences: string[] = []
  /** Replies of 500 and above other than 503, which says that the call has had no effect. */
  readonly faults: string[] = []
  readonly #chance: Chance
  /** How much of it there is now. */
  shares: TroubleShares
  readonly #sent: Sent[] = []

  constructor(chance: Chance, shares: TroubleShares) {
    this.#chance = chance
    this.shares = shares
  }

  /** `fetch` over this network. Only money calls meet trouble: they alone have a key. */
  readonly fetch: typeof fetch = async (input, request = {}) => {
    const url = String(input)
    if (!new Headers(request.headers).has('idempotency-key')) return this.#watched(url, request)
    this.counts.calls++
    const { repeated, lost, delayed } = this.shares
    if (this.#chance.isWithin(delayed)) {
      this.counts.delayed++
      await sleep(this.#chance.between(100, 3_000))
    }
    const many = this.#chance.isWithin(repeated) ? 3 : 1
    if (many > 1) this.counts.repeated++
    const replies = await Promise.allSettled(
      Array.from({ length: many }, () => this.#watched(url, request)),
    )
    const read = await Promise.all(
      replies.flatMap(reply => (reply.status === 'fulfilled' ? [readReply(reply.value)] : [])),
    )
    const answered = read.filter(({ envelope }) => isFinal(envelope))
    const first = answered[0] ?? read[0]
    if (first === undefined) throw (replies[0] as PromiseRejectedResult).reason
    for (const other of answered.slice(1)) this.#compare(url, first.envelope, other.envelope)
    if (isFinal(first.envelope))
      this.#sent.push({ url, request, reply: first.envelope, at: performance.now() })
    if (this.#sent.length > KEPT) this.#sent.shift()
    if (this.#chance.isWithin(lost)) {
      this.counts.lost++
      throw new TypeError('the reply was lost')
    }
    return new Response(first.text, { status: first.status, headers: first.headers })
  }

  /** Sends a call of long ago again and compares the reply; nothing when there is none so old. */
  async repeatOld(): Promise<void> {
    const old = this.#sent.filter(({ at }) => performance.now() - at > OLD_MS)
    if (old.length === 0) return
    const { url, request, reply } = this.#chance.pick(old)
    const { signal: _, ...again } = request
    try {
      const { envelope } = await readReply(await this.#watched(url, again))
      // The session may have ended, or the limit of calls may be reached: then nothing is compared.
      if (!isFinal(envelope)) return
      this.counts.repeatedLater++
      this.#compare(url, reply, envelope)
    } catch {
      // The server is away: another time.
    }
  }

  /** Sends nothing of before again: a restore has forgotten it. */
  forget(): void {
    this.#sent.length = 0
  }

  async #watched(url: string, request: RequestInit): Promise<Response> {
    const response = await fetch(url, request)
    if (response.status >= 500 && response.status !== 503)
      this.faults.push(`${response.status} from ${url}`)
    return response
  }

  #compare(url: string, first: Envelope, other: Envelope): void {
    const [one, two] = [first, other].map(({ code, data }) => JSON.stringify({ code, data }))
    if (one !== two)
      this.differences.push(`${url}: ${one?.slice(0, 300)} and ${two?.slice(0, 300)}`)
  }
}

/** Whether a reply is the one answer to its key: done, or refused for its content. */
const isFinal = ({ code }: Envelope): boolean => code === 1

async function readReply(response: Response) {
  const text = await response.text()
  const headers = new Headers(response.headers)
  // The text is no longer compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return { status: response.status, headers, text, envelope: envelopeOf(text) }
}

function envelopeOf(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return { code: 0, msg: text, data: null }
  }
}
