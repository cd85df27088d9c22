import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsPath } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import type { Client } from 'pg'
import { inDatabaseAt } from './clock.ts'
import { disturbances, memoryFor } from './disturb.ts'
import { type Fault, seconds } from './fault.ts'
import { addNewcomers, openSessions } from './grown.ts'
import type { Scene } from './scene.ts'

const STREAMS = 10_000
const PER_MEMBER = 5
const AT_ONCE = 50
const NEWS = 500
const NEWS_EVERY_MS = 40
/** Readers come back after one to ten seconds, each after a time of its own. */
const BACK_MS = [1_000, 10_000] as const
const ARRIVED_MS = 120_000

/** R15. Streams of members stay open; news go to them, also over a kill of the server. */
export const streamFaults: Fault = {
  what: `${STREAMS.toLocaleString('en')} open streams of ${(STREAMS / PER_MEMBER).toLocaleString('en')} members, ${NEWS} news for them, and a kill -9 of the server in the middle; each stream comes back after 1 to 10 s`,
  bound:
    'every news reaches each stream of its member once; acts are acknowledged meanwhile; few connections to the database',
  run: async scene => {
    const wrong: string[] = []
    const url = scene.product.databaseUrl
    return inDatabaseAt(url, async client => {
      const members = await addNewcomers(client, {
        many: STREAMS / PER_MEMBER,
        inviter: 'final.ids[1]',
        choice: 'null::text',
      })
      const tokens = await openSessions(client, members)
      const streams = members.flatMap((member, n) =>
        Array.from({ length: PER_MEMBER }, () => new Reader(scene, member, tokens[n] ?? '')),
      )
      try {
        const openedMs = await openAll(streams)
        let delays: number[] = []
        const grown = await memoryFor(scene.product, async () => {
          delays = await announce(client, members, streams, NEWS / 2)
        })
        const acts = performance.now()
        await scene.recovered(acts)
        const { rows } = await client.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where application_name like 'banyan%'",
        )
        // Written while nobody listens, too.
        const killedAt = performance.now()
        await disturbances['kill -9 of the server'](scene.disturbed)
        await announce(client, members, streams, NEWS / 2)
        const backMs = performance.now() - killedAt
        await scene.recovered(killedAt)
        const twice = streams.reduce((sum, one) => sum + one.doubled, 0)
        if (twice > 0) wrong.push(`${twice} news came twice to a stream`)
        delays.sort((one, other) => one - other)
        const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN
        const refused = streams.reduce((sum, one) => sum + one.refused, 0)
        const figure =
          `${streams.length.toLocaleString('en')} streams opened in ${seconds(openedMs)}; news there after ${seconds(p99)} (p99), ` +
          `${Math.round(grown / 1_000_000)} MB more memory, ${rows[0]?.n} connections; all news of the kill there after ` +
          `${seconds(backMs)}, ${refused} streams asked to come again later, none missed, none doubled`
        return { figure, wrong }
      } finally {
        for (const stream of streams) stream.close()
      }
    })
  },
}

/** A page that keeps its stream: it comes back where it was. A plain socket, because there are ten thousand. */
class Reader {
  readonly member: string
  /** When each news came, by its subject. */
  readonly seen = new Map<string, number>()
  doubled = 0
  refused = 0
  /** How often the server could not say what it has missed. */
  resyncs = 0
  isOpen = false
  readonly #scene: Scene
  readonly #token: string
  #socket: Socket | undefined
  #last: string | undefined
  #isClosed = false

  constructor(scene: Scene, member: string, token: string) {
    this.#scene = scene
    this.member = member
    this.#token = token
  }

  open(): void {
    const { hostname, port } = new URL(this.#scene.product.appUrl)
    const last = this.#last === undefined ? '' : `Last-Event-ID: ${this.#last}\r\n`
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET ${eventsPath} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${this.#token}\r\n${last}\r\n`,
      ),
    )
    this.#socket = socket
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', piece => {
      rest += piece.toString('latin1')
      const ended = rest.lastIndexOf('\n\n')
      if (!this.isOpen && rest.startsWith('HTTP/1.1 ')) {
        if (rest.startsWith('HTTP/1.1 200')) this.isOpen = true
        else {
          this.refused++
          return void socket.destroy()
        }
      }
      if (ended < 0) return
      this.#read(rest.slice(0, ended))
      rest = rest.slice(ended + 2)
    })
    socket.on('close', () => this.#comeBack())
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.destroy()
  }

  #comeBack(): void {
    this.isOpen = false
    if (this.#isClosed) return
    setTimeout(
      () => !this.#isClosed && this.open(),
      this.#scene.disturbed.chance.between(...BACK_MS),
    )
  }

  #read(text: string): void {
    if (text.includes('event: resync')) this.resyncs++
    for (const [, place] of text.matchAll(/^id: (\S+)$/gm)) this.#last = place
    for (const [, subject = ''] of text.matchAll(/"id":"(trd_\w+)"/g)) {
      if (this.seen.has(subject)) this.doubled++
      this.seen.set(subject, performance.now())
    }
  }
}

/** Opens them a few at once. Returns how long it took. */
async function openAll(streams: readonly Reader[]): Promise<number> {
  const began = performance.now()
  for (let from = 0; from < streams.length; from += AT_ONCE) {
    const some = streams.slice(from, from + AT_ONCE)
    for (const stream of some) stream.open()
    await until('streams open', () => some.every(({ isOpen }) => isOpen), { ms: ARRIVED_MS })
  }
  return performance.now() - began
}

/** Writes news for single members at an even pace, and waits until each has reached all streams of its member. Returns the delays. */
async function announce(
  client: Client,
  members: readonly string[],
  streams: readonly Reader[],
  many: number,
): Promise<number[]> {
  const sent: { member: number; subject: string; at: number }[] = []
  for (let n = 0; n < many; n++) {
    const member = (n * 7919) % members.length
    const subject = `trd_${randomUUID().replaceAll('-', '')}`
    sent.push({ member, subject, at: performance.now() })
    await client.query(
      "insert into outbox (id, member_id, topic, subject) values (gen_random_uuid(), $1, 'otc.trade', $2)",
      [members[member], subject],
    )
    await sleep(NEWS_EVERY_MS)
  }
  const ofMember = (member: number) => streams.slice(member * PER_MEMBER, (member + 1) * PER_MEMBER)
  const missing = () =>
    sent.flatMap(({ member, subject }) => ofMember(member).filter(({ seen }) => !seen.has(subject)))
      .length
  const closed = () => streams.filter(({ isOpen }) => !isOpen).length
  const resynced = () => streams.filter(({ resyncs }) => resyncs > 0).length
  await until(
    () =>
      `all news are there (${missing()} are not; ${closed()} streams are closed, ${resynced()} were to load everything)`,
    () => missing() === 0,
    {
      ms: ARRIVED_MS,
      everyMs: 50,
    },
  )
  return sent.flatMap(({ member, subject, at }) =>
    ofMember(member).map(({ seen }) => (seen.get(subject) ?? 0) - at),
  )
}
