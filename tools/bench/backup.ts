import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { statement, walletSummary } from '@banyan/domain'
import pg from 'pg'
import { makeBackupKeys } from '../backup/sealing.ts'
import { endGuard } from '../bootstrap/guard.ts'
import { repository } from '../bootstrap/repository.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { round } from './figures.ts'
import { uuidOfHash } from './members.ts'
import { prepareServer } from './prepared.ts'

/**
 * Measures members' reads while a database of about a gigabyte is backed up: members read their
 * wallets and statements over HTTP at an even pace, in rounds without and with `npm run backup`,
 * which copies the database and reads every byte of the copy again. Rounds alternate because the
 * load of the machine changes by the minute. Everything runs on 127.0.0.1 in one folder that is
 * deleted afterwards.
 *   npm run bench:backup -- [--megabytes 1000] [--rate 50] [--rounds 3] [--seconds 10] [--json <file>]
 */
const { values: options } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1000' },
    /** Reads per second. */
    rate: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    /** The length of a round without a backup; a round with one lasts as long as the backup. */
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
})
const [megabytes, rate, rounds, seconds] = [
  options.megabytes,
  options.rate,
  options.rounds,
  options.seconds,
].map(Number) as [number, number, number, number]
const READERS = 500
const MEMBERS_AT_ONCE = 50_000
/** Reads that are not counted: they compile, connect and fill caches, and a new server checks its books. */
const WARM_SECONDS = 20
const MEGABYTE = 1_048_576

const root = mkdtempSync(join(tmpdir(), 'banyan-bench-backup-'))
const dataDir = join(root, 'data')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const { postgres, port, env } = await prepareServer(dataDir, { SMTP_URL: '' })
const owner = new pg.Client({ connectionString: postgres.url })
try {
  await migrate(env)
  await owner.connect()
  const size = await fill()
  const server = await startServer(env, join(root, 'server.log'))
  try {
    const tokens = await openSessions()
    await read(tokens, sleep(WARM_SECONDS * 1_000))
    const [alone, beside, took]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await read(tokens, sleep(seconds * 1_000))))
      const begun = performance.now()
      const backup = makeBackup(join(root, `backup-${round}`))
      beside.push(...(await read(tokens, backup)))
      await backup
      took.push((performance.now() - begun) / 1_000)
      rmSync(join(root, `backup-${round}`), { recursive: true })
    }
    const [without, during] = [figuresOf(alone), figuresOf(beside)]
    const report = {
      'MB of the database': size,
      'reads a second': rate,
      'seconds of the longest backup': round(Math.max(...took)),
      'reads alone': without.count,
      'ms of a read alone, p50': without.p50,
      'ms of a read alone, p99': without.p99,
      'reads beside a backup': during.count,
      'ms of a read beside a backup, p50': during.p50,
      'ms of a read beside a backup, p99': during.p99,
      'p99 beside it over p99 alone': round(during.p99 / without.p99),
    }
    console.table(report)
    if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    await server.stop()
  }
} finally {
  agent.destroy()
  await owner.end()
  await postgres.stop()
  await endGuard()
  rmSync(root, { recursive: true })
}

/** Inserts members with accounts, in bulk, until the database has the wanted size. Returns its size. */
async function fill(): Promise<number> {
  for (let from = 1; ; from += MEMBERS_AT_ONCE) {
    const { rows } = await owner.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    const size = Math.round(Number(rows[0]?.bytes) / MEGABYTE)
    if (size >= megabytes) {
      await owner.query('vacuum analyze')
      await owner.query('checkpoint')
      return size
    }
    await addMembers(from)
  }
}

async function addMembers(from: number): Promise<void> {
  await owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, public_key)
     select ('019000000000' || '7' || lpad(to_hex(n), 19, '0'))::uuid, (10000000 + n)::text, 'A member',
       translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), 'SG', now(), sha256(int4send(n))
     from generate_series($1::int, $2::int) n`,
    [from, from + MEMBERS_AT_ONCE - 1],
  )
  for (const asset of ['USDT', 'LEAF'])
    await owner.query(
      `insert into ledger_account (id, owner, asset, kind)
       select ${uuidOfHash}, owner, $1, 'available'
       from (select owner, substring(sha256(convert_to(owner || '/' || $1 || '/available', 'UTF8')) from 1 for 16) as hash
         from (select ('019000000000' || '7' || lpad(to_hex(n), 19, '0'))::uuid as owner
           from generate_series($2::int, $3::int) n) as member) as hashed`,
      [asset, from, from + MEMBERS_AT_ONCE - 1],
    )
}

/** Opens a session for each of some members from all parts of the table. */
async function openSessions(): Promise<string[]> {
  const tokens = Array.from(
    { length: READERS },
    () => `mt1_${createHash('sha256').update(randomUUID()).digest('base64url')}`,
  )
  await owner.query(
    `insert into session (id, token_hash, member_id, device_hash, expires_at, line_began_at)
     select gen_random_uuid(), decode(hash, 'hex'), member.id, decode(hash, 'hex'), house_now() + interval '1 day', house_now()
     from unnest($1::text[]) with ordinality as given (hash, place)
       join (select id, row_number() over () as place from (select id from member order by md5(id::text) limit $2) drawn) member
         using (place)`,
    [tokens.map(token => createHash('sha256').update(token).digest('hex')), READERS],
  )
  return tokens
}

/** Reads at an even pace, however long each read takes, until the promise settles. Returns milliseconds. */
async function read(tokens: readonly string[], until: Promise<unknown>): Promise<number[]> {
  let isOver = false
  void until.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const paths = [walletSummary.path, `${statement.path}?asset=USDT`]
  const times: number[] = []
  const underWay: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; !isOver; n++) {
    const due = began + (n * 1_000) / rate
    if (due > performance.now()) await sleep(due - performance.now())
    const token = tokens[(n * 7919) % tokens.length] ?? ''
    underWay.push(readOne(paths[n % paths.length] ?? '', token).then(took => void times.push(took)))
  }
  await Promise.all(underWay)
  return times
}

function readOne(path: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    get({ host: '127.0.0.1', port, path, headers, agent }, answer => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - asked)
          : reject(new Error(`${path} answered ${answer.statusCode}`)),
      )
    }).on('error', reject)
  })
}

/** The command as an operator runs it, in its own process. */
async function makeBackup(folder: string): Promise<void> {
  const { DATABASE_URL: _, ...embedded } = env
  const child = spawn(process.execPath, [join(repository, 'tools/bootstrap/backup.mjs'), folder], {
    env: { ...embedded, BACKUP_PUBLIC_KEY: makeBackupKeys().publicKey },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the backup ended with ${code}`)
}

function figuresOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0, 1)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}
