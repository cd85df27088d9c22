import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@banyan/tools/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { connectDatabase, connectPool } from '../../platform/database/connect.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { newUuid } from '../../platform/ids.ts'
import { fixtureArgs } from '../../testing/program.ts'
import { checkInvariants } from '../index.ts'
import { shelfTables } from './shelf.fixture.ts'

/**
 * kill -9 under load, of the server and of PostgreSQL's processes: what was acknowledged is there,
 * nothing is there twice, who asks again for what was not answered gets it once, and a room's rows
 * are there exactly where their money is.
 */
const GOODS = 1_000_000_000
const version = process.env.POSTGRES_VERSION === '15' ? 15 : 18
const dataDir = mkdtempSync(join(tmpdir(), 'banyan-lane-crash-'))
const owner = newUuid()
let postgres: RunningPostgres
let server: Server
/** How Node runs the server that is killed. */
let program: string[]

beforeAll(async () => {
  program = await fixtureArgs(new URL('crash.fixture.ts', import.meta.url))
  postgres = await startPostgres({ dataDir, version })
  await asOwner(async client => {
    await migrate(client, migrations)
    await client.query(`${shelfTables}; insert into shelf values ('shelf', ${GOODS})`)
  })
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await postgres.stop()
  rmSync(dataDir, { recursive: true })
})

const asked = new Set<string>()
const acknowledged = new Set<string>()

interface Server {
  child: ChildProcess
  ended: Promise<unknown>
}

/** Starts a server, which first asks again for everything that was never answered. */
function startServer(): Server {
  const args = [...program, postgres.url, newUuid(), owner]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  for (const reference of asked)
    if (!acknowledged.has(reference)) child.stdin.write(`${reference}\n`)
  child.stdin.end('go\n')
  const lines = createInterface(child.stdout).on('line', line => {
    const set = line.startsWith('!') ? acknowledged : asked
    set.add(line.slice(2))
  })
  const ended = new Promise(resolve => lines.on('close', resolve))
  return { child, ended }
}

async function killServer(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
  server = startServer()
}

/** PostgreSQL answers the death of one backend by ending all of them and recovering. */
async function killBackend(): Promise<void> {
  const pid = await asOwner(async client => {
    const text =
      "select pid from pg_stat_activity where application_name = 'banyan-lane' order by random() limit 1"
    return (await client.query<{ pid: number }>(text)).rows[0]?.pid
  })
  if (pid === undefined) throw new Error('the lane has no connection to kill')
  process.kill(pid, 'SIGKILL')
}

async function killPostmaster(): Promise<void> {
  const pid = await asOwner(async client => {
    const text = "select pg_read_file('postmaster.pid', 0, 20) as text"
    return Number((await client.query(text)).rows[0].text.split('\n')[0])
  })
  process.kill(pid, 'SIGKILL')
  await postgres.ended
  postgres = await restarted()
}

/** The dead server's children may hold its memory for a moment yet. */
async function restarted(): Promise<RunningPostgres> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await startPostgres({ dataDir, version, port: postgres.port })
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(200)
    }
  }
}

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Waits until transfers are acknowledged again, so that the next kill meets a running load. */
async function underLoad(): Promise<void> {
  const before = acknowledged.size
  const deadline = Date.now() + 25_000
  while (acknowledged.size < before + 200) {
    if (Date.now() > deadline) throw new Error('nothing is acknowledged any more')
    await sleep(10)
  }
  await sleep(Math.random() * 150)
}

describe('kill -9 under load', () => {
  it('loses nothing that was acknowledged and doubles nothing', { timeout: 150_000 }, async () => {
    server = startServer()
    for (const kill of [killServer, killBackend, killPostmaster, killServer, killBackend]) {
      await underLoad()
      await kill()
    }
    await underLoad()
    server.child.kill('SIGKILL')
    await server.ended
    await sleep(300)
    const { rows } = await asOwner(client =>
      client.query<{ reference: string }>('select reference from ledger_transfer'),
    )
    const found = new Set(rows.map(row => row.reference))
    expect([...acknowledged].filter(reference => !found.has(reference))).toEqual([])
    expect([...found].filter(reference => !asked.has(reference))).toEqual([])
    const withRow = [...found].filter(reference => reference.endsWith('/row')).sort()
    const room = await asOwner(client =>
      client.query('select reference from taking order by reference collate "C"'),
    )
    expect(withRow.length).toBeGreaterThan(200)
    expect(room.rows.map(row => row.reference)).toEqual(withRow)
    const left = await asOwner(client => client.query('select remaining from shelf'))
    expect(left.rows).toEqual([{ remaining: GOODS - withRow.length }])
    const pool = connectPool(postgres.url, { max: 2 })
    const database = connectDatabase(pool)
    expect(await checkInvariants(database)).toEqual([])
    const { posted } = await database
      .selectFrom('ledgerAccount')
      .select('posted')
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    expect(posted).toBe(BigInt(found.size))
    await pool.end()
  })
})
