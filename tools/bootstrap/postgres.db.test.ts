import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { findRunningPostgres, startPostgres } from './postgres.ts'
import { isAlive, parentOf } from './processes.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'banyan-postgres-test-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

test('a first start makes a durable cluster that listens on this machine only', async () => {
  const postgres = await startPostgres({ dataDir })
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  const values = await query(
    postgres.url,
    `select ${names.map(name => `current_setting('${name}') as ${name}`).join(', ')},
       current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding`,
  )
  expect(values).toEqual([
    {
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen: '127.0.0.1',
      encoding: 'UTF8',
    },
  ])
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  await postgres.stop()
  expect(findRunningPostgres(dataDir)).toBeUndefined()
})

test('a wrong password is refused', async () => {
  const postgres = await startPostgres({ dataDir })
  const wrong = postgres.url.replace(/:[0-9a-f]{48}@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
  await postgres.stop()
})

describe('over a cluster that is there already', () => {
  let prepared: string
  beforeAll(async () => {
    prepared = mkdtempSync(join(tmpdir(), 'banyan-postgres-made-'))
    await (await startPostgres({ dataDir: prepared })).stop()
  })
  afterAll(() => rmSync(prepared, { recursive: true }))
  beforeEach(() => {
    // Copies keep their owners: the database refuses a folder of another user.
    execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  })

  test('kill -9 of the program shuts the database down cleanly, and nothing is lost', async () => {
    const program = await startProgram(dataDir)
    await query(program.url, 'create table kept (n int)')
    await query(program.url, 'insert into kept values (1)')
    const family = descendants(program.process)
    expect(family.length).toBeGreaterThan(3)

    program.process.kill('SIGKILL')
    await until('the end of all it started', () => family.every(pid => !isAlive(pid)))

    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('system is shut down')
    expect(existsSync(join(dataDir, 'cluster/postmaster.pid'))).toBe(false)
    const again = await startPostgres({ dataDir })
    expect(again.url).toBe(program.url)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
    await again.stop()
  })

  test('a start right after a kill -9 waits for the database of the last one to end', async () => {
    const program = await startProgram(dataDir)
    await query(program.url, 'create table kept (n int)')
    program.process.kill('SIGKILL')
    const again = await startPostgres({ dataDir })
    expect(await query(again.url, 'select n from kept')).toEqual([])
    await again.stop()
  })

  test('kill -9 of the guard ends the database too', async () => {
    const program = await startProgram(dataDir)
    const family = descendants(program.process)
    const guard = family.find(pid => commandLine(pid).includes('guard-process.mjs'))
    if (guard === undefined) throw new Error('the program has no guard')
    const database = family.filter(pid => commandLine(pid).includes('postgres'))
    process.kill(guard, 'SIGKILL')
    await until('the end of the database', () => database.every(pid => !isAlive(pid)))
    program.process.kill('SIGKILL')
  })

  test('kill -9 of the database itself loses nothing that was acknowledged', async () => {
    const first = await startPostgres({ dataDir })
    await query(first.url, 'create table kept (n int)')
    await query(first.url, 'insert into kept select generate_series(1, 1000)')
    const postmaster = Number(
      readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0],
    )
    // One of its children does not see for a while that it is alone: the next start waits for it.
    const checkpointer = () =>
      allProcesses().find(
        pid => parentOf(pid) === postmaster && commandLine(pid).includes('checkpointer'),
      )
    const late = await until('its checkpointer', checkpointer)
    process.kill(late, 'SIGSTOP')
    process.kill(postmaster, 'SIGKILL')
    await first.ended

    const starting = startPostgres({ dataDir })
    await until('the next start that waits', () =>
      readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('still in use'),
    )
    process.kill(late, 'SIGCONT')
    const second = await starting
    expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    await second.stop()
  })
})

test('a cluster of another version is refused with a sentence, and left alone', async () => {
  const prepared = await startPostgres({ dataDir, version: 15 })
  await prepared.stop()
  await expect(startPostgres({ dataDir, version: 18 })).rejects.toThrow(
    /was made by PostgreSQL 15, and this program runs PostgreSQL 18/,
  )
  expect(existsSync(join(dataDir, 'cluster/PG_VERSION'))).toBe(true)
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function startProgram(folder: string): Promise<{ process: ChildProcess; url: string }> {
  const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', fixture, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { process: child, url: JSON.parse(line).url }
}

const allProcesses = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** Every process below this one, as the kernel sees it. */
function descendants(child: ChildProcess): number[] {
  const all = allProcesses()
  const family = new Set([child.pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const pid of all) if (family.has(parentOf(pid))) family.add(pid)
  }
  return [...family].filter(pid => pid !== undefined && pid !== child.pid) as number[]
}

/** Empty for a process that has ended since it was listed: a database's helpers come and go. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
