import { topics as memberTopics } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import { isForMembers, type OutboxTopic } from './announce.ts'

/** One outbox row, positioned by its commit order: `<xid>-<uuid>` is also the SSE event id. */
export interface LiveRow {
  place: string
  memberId: string | null
  event: { topic: OutboxTopic; id: string | null }
  /** The SSE frame: formatted once, for any number of listeners. */
  frame: string
}

type Listener = (row: LiveRow) => void

const PERIOD_MS = 200
const BATCH = 500

/**
 * Where reading continues: rows are ordered by (xid, id), which a later commit can never precede.
 */
interface Watermark {
  xid: string
  id: string
}

/**
 * Reads committed rows of the outbox and passes each row to the listeners of its member. A row is
 * read only when no older transaction is still open, so none is ever skipped; no notification is
 * sent inside a money transaction, and no listener holds a connection.
 */
export class LiveOutbox {
  readonly #database: Database
  readonly #logger: Logger
  readonly #members = new Map<string, Set<Listener>>()
  readonly #everyone = new Set<Listener>()
  readonly #operators = new Map<Listener, readonly OutboxTopic[]>()
  readonly #wakers = new Map<() => void, readonly OutboxTopic[] | 'all'>()
  #watermark: Watermark | null = null
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #reading = false

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  /** Starts after everything that is committed now. Does nothing once it is open. */
  async open(): Promise<void> {
    if (this.#watermark) return
    const { rows } = await sql<Watermark>`
      select xid::text as xid, id::text as id from outbox
      where xid < oldest_open_transaction() order by outbox.xid desc, outbox.id desc limit 1`.execute(
      this.#database,
    )
    this.#watermark = rows[0] ?? { xid: '0', id: '00000000-0000-0000-0000-000000000000' }
    this.#schedule(PERIOD_MS)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** Listens to a member's own events and to everyone's; the returned function stops it. */
  listen(memberId: string, listener: Listener): () => void {
    const own = this.#members.get(memberId) ?? new Set()
    own.add(listener)
    this.#members.set(memberId, own)
    this.#everyone.add(listener)
    return () => {
      own.delete(listener)
      if (own.size === 0) this.#members.delete(memberId)
      this.#everyone.delete(listener)
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
   * What a member has missed after a position; null when the position is not one of ours or too
   * old.
   */
  since(memberId: string, place: string): Promise<LiveRow[] | null> {
    const own = sql`and (member_id is null or member_id = ${memberId})`
    return this.#missed(place, sql`${own} and topic in (${sql.join(memberTopics)})`)
  }

  /** As `since`, for a listener to some topics of every member. */
  sinceOf(topics: readonly OutboxTopic[], place: string): Promise<LiveRow[] | null> {
    return this.#missed(place, sql`and topic in (${sql.join(topics)})`)
  }

  async #missed(place: string, filter: RawBuilder<unknown>): Promise<LiveRow[] | null> {
    const mark = parsePlace(place)
    if (!mark) return null
    const rows = await this.#read(mark, filter)
    return rows.length < BATCH ? rows : null
  }

  #schedule(delay: number): void {
    if (this.#closed) return
    this.#timer = setTimeout(() => void this.#run(), delay)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    if (this.#reading || !this.#watermark) return
    this.#reading = true
    try {
      const rows = await this.#read(this.#watermark, sql``)
      for (const row of withoutRepeats(rows)) this.#deliver(row)
      for (const [wake, topics] of this.#wakers)
        if (rows.some(({ event }) => topics === 'all' || topics.includes(event.topic))) wake()
      const last = rows.at(-1)
      if (last) this.#watermark = parsePlace(last.place)
      this.#schedule(rows.length === BATCH ? 0 : PERIOD_MS)
    } catch (error) {
      // The database is unavailable: the pages keep their content and receive the rest when it is
      // back.
      this.#logger.warn({ err: error }, 'live events wait for the database')
      this.#schedule(1_000)
    } finally {
      this.#reading = false
    }
  }

  #deliver(row: LiveRow): void {
    if (isForMembers(row.event.topic)) {
      const listeners =
        row.memberId === null ? this.#everyone : (this.#members.get(row.memberId) ?? [])
      for (const listener of listeners) listener(row)
    }
    for (const [listener, topics] of this.#operators)
      if (topics.includes(row.event.topic)) listener(row)
  }

  async #read(after: Watermark, filter: RawBuilder<unknown>): Promise<LiveRow[]> {
    const { rows } = await sql<{
      xid: string
      id: string
      memberId: string | null
      topic: OutboxTopic
      subject: string | null
    }>`
      select xid::text as xid, id::text as id, member_id, topic, subject from outbox
      where (outbox.xid, outbox.id) > (${after.xid}::bigint, ${after.id}::uuid)
        and outbox.xid < oldest_open_transaction()
        ${filter}
      order by outbox.xid, outbox.id limit ${BATCH}`.execute(this.#database)
    return rows.map(row => {
      const place = `${row.xid}-${row.id}`
      const event = { topic: row.topic, id: row.subject }
      const frame = `id: ${place}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`
      return { place, memberId: row.memberId, event, frame }
    })
  }
}

/**
 * News for everyone costs a write for every stream. Of several news about one topic only the last
 * is sent: it means no more than "load again", and its position is after all that it represents. Of
 * news for operators the last about each subject is sent.
 */
export function withoutRepeats(rows: readonly LiveRow[]): LiveRow[] {
  const about = ({ event: { topic, id } }: LiveRow) =>
    isForMembers(topic) ? topic : `${topic} ${id}`
  const last = new Map<string, LiveRow>()
  for (const row of rows) if (row.memberId === null) last.set(about(row), row)
  return rows.filter(row => row.memberId !== null || last.get(about(row)) === row)
}

function parsePlace(place: string): Watermark | null {
  const match = /^(\d{1,19})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(place)
  return match?.[1] && match[2] ? { xid: match[1], id: match[2] } : null
}
