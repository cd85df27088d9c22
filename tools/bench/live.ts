import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { endGuard } from '../bootstrap/guard.ts'
import { freePort } from '../bootstrap/ports.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { prepareServer } from './prepared.ts'

/**
 * Opens ten thousand event streams (quality.md; security.md R15): the built server on 127.0.0.1 as
 * several processes, five streams for each member, events for single members at a steady pace and
 * events for everyone in between. Beside them one transaction writes a million rows and stays open
 * until the end. Prints the delay from the outbox to the streams, how late the reader of the streams
 * itself was, the memory of each process, the number of database connections, and how many news were
 * written after the transaction that was open; then closes everything. `--out` writes the same to a file.
 *   npm run bench:live -- [--streams 10000] [--processes 2] [--open-write 1000000] [--seconds 20]
 *     [--rate 50] [--everyone 2] [--out file]
 */
const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '2' },
    /** Rows of the transaction that is open meanwhile; 0 is none. */
    'open-write': { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '20' },
    /** Members' own news a second, and news for everyone a second. */
    rate: { type: 'string', default: '50' },
    everyone: { type: 'string', default: '2' },
    out: { type: 'string' },
  },
})
const [streams, processes, openRows, seconds, rate, everyone] = [
  options.streams,
  options.processes,
  options['open-write'],
  options.seconds,
  options.rate,
  options.everyone,
].map(Number) as [number, number, number, number, number, number]
const STREAMS_PER_MEMBER = 5
const OPENED_AT_ONCE = 100
/** The last news may still be on their way. */
const DRAIN_MS = 3_000

const dataDir = mkdtempSync(join(tmpdir(), 'banyan-live-'))
const { postgres, port, env } = await prepareServer(dataDir, { SMTP_URL: '' })
await migrate(env)
/** The first does everything; the others serve members. */
const servers = [{ port, server: await startServer(env, join(dataDir, 'server.log')) }]
while (servers.length < processes) {
  const another = await freePort()
  const log = join(dataDir, `api-${another}.log`)
  const server = await startServer({ ...env, PORT: String(another) }, log, 'api')
  servers.push({ port: another, server })
}
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()

interface Received {
  sockets: Socket[]
  own: number[]
  everyone: number[]
  lost: number
}
const sentAt = new Map<string, number>()
const received: Received = { sockets: [], own: [], everyone: [], lost: 0 }

try {
  const members = await openSessions(Math.ceil(streams / STREAMS_PER_MEMBER))
  await openStreams(members)
  await sleep(2_000)
  const memory = () => servers.map(({ server }) => memoryOf(server.pid))
  const before = memory()
  const late = monitorEventLoopDelay({ resolution: 10 })
  late.enable()
  const write = await beginWrite(openRows)
  const sent = await announce(members)
  await sleep(DRAIN_MS)
  late.disable()
  const openWrite = await write.end()
  const { rows } = await database.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where application_name = 'banyan'",
  )
  const report = {
    streams: received.sockets.length,
    processes,
    openWrite,
    lostStreams: received.lost,
    seconds,
    rate,
    everyone,
    ownNews: { sent: sent.own, ...figures(received.own, sent.own * STREAMS_PER_MEMBER) },
    newsForEveryone: figures(received.everyone, null),
    /** How late this program itself was to look at its sockets: a part of each delay above. */
    readerLateMs: {
      p50: milliseconds(late.percentile(50)),
      p99: milliseconds(late.percentile(99)),
    },
    memoryMb: { open: before, underLoad: memory() },
    databaseConnections: rows[0]?.n ?? 0,
  }
  console.log(JSON.stringify(report, null, 2))
  if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`)
} finally {
  for (const socket of received.sockets) socket.destroy()
  await database.end()
  for (const { server } of servers) await server.stop()
  await postgres.stop()
  endGuard()
  rmSync(dataDir, { recursive: true })
}

/** Members with a session each, written as rows: creating accounts would hash passwords for minutes. */
async function openSessions(count: number): Promise<{ id: string; token: string }[]> {
  const members = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    token: `mt1_${createHash('sha256').update(`stream ${n}`).digest('base64url')}`,
    name: String(10_000_000 + n),
  }))
  await database.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at)
     select id, name, 'Stream', name, 'SG', house_now() from unnest($1::uuid[], $2::text[]) as one (id, name)`,
    [members.map(one => one.id), members.map(one => one.name)],
  )
  await database.query(
    `insert into session (id, token_hash, member_id, device_hash, expires_at, line_began_at)
     select gen_random_uuid(), decode(hash, 'hex'), id, decode(hash, 'hex'), house_now() + interval '30 days', house_now()
     from unnest($1::uuid[], $2::text[]) as one (id, hash)`,
    [
      members.map(one => one.id),
      members.map(one => createHash('sha256').update(one.token).digest('hex')),
    ],
  )
  return members
}

async function openStreams(members: { token: string }[]): Promise<void> {
  const wanted = members
    .flatMap(member => Array.from({ length: STREAMS_PER_MEMBER }, () => member.token))
    .slice(0, streams)
  for (let from = 0; from < wanted.length; from += OPENED_AT_ONCE)
    await Promise.all(
      wanted
        .slice(from, from + OPENED_AT_ONCE)
        .map((token, n) => openStream(token, servers[(from + n) % servers.length]?.port ?? port)),
    )
}

/** A plain socket: ten thousand of anything larger would be the benchmark's own weight. */
function openStream(token: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    )
    let opened = false
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (!opened) {
        if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 200)))
        opened = true
        received.sockets.push(socket)
        resolve()
      }
      for (const [, subject = ''] of text.matchAll(/"id":"(\w+)"/g)) {
        const at = sentAt.get(subject)
        if (at !== undefined)
          (subject.startsWith('ord') ? received.everyone : received.own).push(
            performance.now() - at,
          )
      }
    })
    socket.on('error', reject)
    socket.on('close', () => received.lost++)
  })
}

/**
 * Begins a transaction that writes rows and stays open. Its end returns how long it wrote, and how
 * many news were committed behind its number: readers in the order of transactions would have
 * waited for it with all of them.
 */
async function beginWrite(rows: number) {
  if (rows === 0) return { end: async () => null }
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create table written_beside (n bigint, text text)')
  await client.query('begin')
  const began = performance.now()
  const writing = client
    .query(
      `insert into written_beside select n, repeat('x', 100) from generate_series(1, ${rows}) as n`,
    )
    .then(() => performance.now() - began)
  return {
    end: async () => {
      const wroteMs = await writing
      const { rows: behind } = await client.query<{ n: number }>(
        'select count(*)::int as n from outbox where xid > transaction_number()',
      )
      await client.query('commit')
      const openMs = performance.now() - began
      await client.end()
      const [wroteS, openS] = [wroteMs, openMs].map(ms => Math.round(ms / 100) / 10)
      return { rows, wroteS, openS, newsBehindIt: behind[0]?.n ?? 0 }
    },
  }
}

/** Writes events at an even pace, as modules do: a row that appears with its commit. */
async function announce(members: { id: string }[]): Promise<{ own: number }> {
  let own = 0
  const write = async (memberId: string | null) => {
    const subject = `${memberId === null ? 'ord' : 'trd'}_${randomUUID().replaceAll('-', '')}`
    sentAt.set(subject, performance.now())
    await database.query(
      'insert into outbox (id, member_id, topic, subject) values (gen_random_uuid(), $1, $2, $3)',
      [memberId, memberId === null ? 'otc.market' : 'otc.trade', subject],
    )
  }
  const began = performance.now()
  for (let n = 0; n < seconds * (rate + everyone); n++) {
    const due = began + (n * 1_000) / (rate + everyone)
    if (due > performance.now()) await sleep(due - performance.now())
    const isOwn = n % (rate + everyone) >= everyone
    if (isOwn) own++
    await write(isOwn ? (members[(n * 7919) % members.length]?.id ?? null) : null)
  }
  return { own }
}

function figures(times: number[], expected: number | null) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return {
    received: sorted.length,
    ...(expected === null ? {} : { missing: expected - sorted.length }),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  }
}

/** Beyond the 10 ms between two looks. */
function milliseconds(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1e6) - 10)
}

/** Resident memory of the server itself, in MB. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
