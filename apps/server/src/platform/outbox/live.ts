import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import { isForMembers, type OutboxTopic } from './announce.ts'
import { Crowd } from './crowd.ts'
import { placeAllNews, placeNewsIfFree } from './places.ts'
import { missedByMember, missedOfTopics, newsAfter, type PlacedRow, READ_AT_ONCE } from './read.ts'

/** A row of the outbox at its place, which is also the SSE event id. */
export interface LiveRow {
  place: number
  memberId: string | null
  event: { topic: OutboxTopic; id: string | null }
  /** The bytes of the SSE frame: made once, for any number of listeners. */
  frame: Buffer
}

type Listener = (row: LiveRow) => void

const PERIOD_MS = 100
/** Another process is placing news at this moment: they can be read as soon as it has. */
const SOON_MS = 20

/**
 * Reads committed rows of the outbox in the order of their places and passes each row to the
 * listeners of its member. Rows get their places after their commits, from whichever process looks
 * next, so no open transaction holds the news of others back. No notification is sent inside a
 * money transaction, and no listener holds a connection.
 */
export class LiveOutbox {
  readonly #database: Database
  readonly #logger: Logger
  readonly #members = new Map<string, Set<Listener>>()
  readonly #everyone = new Crowd<LiveRow>()
  readonly #operators = new Map<Listener, readonly OutboxTopic[]>()
  readonly #wakers = new Map<() => void, readonly OutboxTopic[] | 'all'>()
  readonly #setBacks = new Set<() => void>()
  /** The place up to which this process has passed everything on; null until it is open. */
  #place: number | null = null
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #reading = false

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  /** Starts after everything that is committed now. Does nothing once it is open. */
  async open(): Promise<void> {
    if (this.#place !== null) return
    this.#place = await placeAllNews(this.#database)
    this.#schedule(PERIOD_MS)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** The place up to which the listeners have been given everything, or are being given it. */
  get place(): number {
    return this.#place ?? 0
  }

  /** Listens to a member's own events and to everyone's; the returned function stops it. */
  listen(memberId: string, listener: Listener): () => void {
    const own = this.#members.get(memberId) ?? new Set()
    own.add(listener)
    this.#members.set(memberId, own)
    const leaveEveryone = this.#everyone.add(listener)
    return () => {
      own.delete(listener)
      if (own.size === 0) this.#members.delete(memberId)
      leaveEveryone()
    }
  }

  /** Listens to some topics of any member; the returned function stops it. */
  listenTo(topics: readonly OutboxTopic[], listener: Listener): () => void {
    this.#operators.set(listener, topics)
    return () => void this.#operators.delete(listener)
  }

  /** Calls `wake` once for any number of new rows of these topics; the returned function stops it. */
  whenNew(topics: readonly OutboxTopic[] | 'all', wake: () => void): () => void {
    this.#wakers.set(wake, topics)
    return () => void this.#wakers.delete(wake)
  }

  /**
   * Calls back when the database is behind what was passed on: it was restored, or a standby took
   * over that did not have everything. The returned function stops it.
   */
  whenSetBack(handle: () => void): () => void {
    this.#setBacks.add(handle)
    return () => void this.#setBacks.delete(handle)
  }

  /**
   * What a member has missed after a place, in order; null when nothing has that place, or when it
   * is too much.
   */
  async since(memberId: string, place: number): Promise<LiveRow[] | null> {
    const rows = await missedByMember(this.#database, memberId, place)
    return rows?.map(liveRow) ?? null
  }

  /** As `since`, for a listener to some topics of every member. */
  async sinceOf(topics: readonly OutboxTopic[], place: number): Promise<LiveRow[] | null> {
    const rows = await missedOfTopics(this.#database, topics, place)
    return rows?.map(liveRow) ?? null
  }

  #schedule(delay: number): void {
    if (this.#closed) return
    this.#timer = setTimeout(() => void this.#run(), delay)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    if (this.#reading || this.#place === null) return
    this.#reading = true
    try {
      this.#schedule(await this.#pass(this.#place))
    } catch (error) {
      // The database is unavailable: the pages keep their content and receive the rest when it is
      // back.
      this.#logger.warn({ err: error }, 'live events wait for the database')
      this.#schedule(1_000)
    } finally {
      this.#reading = false
    }
  }

  /** Passes on what came after a place. Returns the delay until there may be more. */
  async #pass(after: number): Promise<number> {
    const newest = await placeNewsIfFree(this.#database)
    if (newest !== null && newest < after) {
      this.#place = newest
      for (const handle of this.#setBacks) handle()
    }
    if (newest !== null && newest <= after) return PERIOD_MS
    const rows = (await newsAfter(this.#database, after)).map(liveRow)
    const isAll = rows.length < READ_AT_ONCE
    const last = rows.at(-1)?.place ?? after
    this.#place = isAll ? Math.max(last, newest ?? last) : last
    for (const row of withoutRepeats(rows)) this.#deliver(row)
    for (const [wake, topics] of this.#wakers)
      if (rows.some(({ event }) => topics === 'all' || topics.includes(event.topic))) wake()
    if (!isAll) return 0
    return newest === null ? SOON_MS : PERIOD_MS
  }

  #deliver(row: LiveRow): void {
    if (isForMembers(row.event.topic)) {
      if (row.memberId === null) this.#everyone.send(row)
      else
        for (const listener of this.#members.get(row.memberId) ?? []) {
          this.#everyone.catchUp(listener)
          listener(row)
        }
    }
    for (const [listener, topics] of this.#operators)
      if (topics.includes(row.event.topic)) listener(row)
  }
}

function liveRow({ place, memberId, topic, subject }: PlacedRow): LiveRow {
  const event = { topic, id: subject }
  const frame = `id: ${place}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`
  return { place, memberId, event, frame: Buffer.from(frame) }
}

/**
 * News for everyone costs a write for every stream. Of several news about one topic only the last
 * is sent: it means no more than "load again", and its place is after all that it represents. Of
 * news for operators the last about each subject is sent.
 */
export function withoutRepeats(rows: readonly LiveRow[]): LiveRow[] {
  const about = ({ event: { topic, id } }: LiveRow) =>
    isForMembers(topic) ? topic : `${topic} ${id}`
  const last = new Map<string, LiveRow>()
  for (const row of rows) if (row.memberId === null) last.set(about(row), row)
  return rows.filter(row => row.memberId !== null || last.get(about(row)) === row)
}
