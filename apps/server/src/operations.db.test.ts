import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from './migrations.ts'
import { connectDatabase, connectPool } from './platform/database/connect.ts'
import {
  POOLS_TRANSACTIONS,
  refuseTransactionPooling,
} from './platform/database/connection-limits.ts'
import { migrate } from './platform/database/migrate.ts'
import { liftLimit } from './platform/database/patience.ts'
import { isUnavailable } from './platform/database/unavailable.ts'
import { openSharedCounts, type SharedCount } from './platform/http/shared-counts.ts'
import { openReadiness } from './platform/readiness.ts'
import { openTestDatabase } from './testing/database.ts'
import { type HttpSystem, openHttpSystem } from './testing/http-system.ts'
import { programArgs } from './testing/program.ts'
import { startSwitch } from './testing/switch.ts'

let line: Awaited<ReturnType<typeof startSwitch>>
let system: HttpSystem
beforeAll(async () => {
  line = await startSwitch()
  system = await openHttpSystem({ through: line.between, arbitrators: 'none', isFounded: false })
})
afterAll(async () => {
  await system.close()
  line.stop()
})

/** Readiness without the patience that tests have: what hangs is found out at once. */
const readiness = (dataDir = system.config.dataDir, isSeen = () => true) => {
  const { pool, database } = system.platform
  const auth = { authenticate: system.modules.sessions.authenticate }
  return openReadiness({
    pool,
    database,
    auth,
    migrations,
    dataDir,
    isSeen,
    failed: () => {},
    withinMs: 2_000,
  })
}
const readyz = async () => {
  const reply = await fetch(`${system.url}/readyz`)
  const { ok, why } = (await reply.json()) as { ok: boolean; why?: string }
  return [reply.status, ok, why]
}
const well = [200, true, undefined]
const becomesWell = () => expect.poll(readyz).toEqual(well)

describe('readiness', () => {
  it('says no while the database accepts no changes, as a standby does', async () => {
    await becomesWell()
    const { owner } = system.db
    const { rows } = await owner.query('select current_database() as name')
    const set = (setting: string) =>
      owner.query(`begin read write; alter database ${rows[0].name} ${setting}; commit`)
    await set('set default_transaction_read_only = on')
    // Each connection that there is goes on as it began.
    line.cut()
    line.mend()
    try {
      await expect.poll(readyz).toEqual([503, false, 'readOnly'])
    } finally {
      await set('reset default_transaction_read_only')
      line.cut()
      line.mend()
    }
    await becomesWell()
  })

  it('says no when the role of the programs lacks a right that calls need', async () => {
    const { owner } = system.db
    await owner.query('revoke select on session from banyan_app')
    try {
      await expect.poll(readyz).toEqual([503, false, 'rights'])
    } finally {
      await owner.query('grant select on session to banyan_app')
    }
    await becomesWell()
  })

  it('says no when the database is older than the program', async () => {
    const { owner } = system.db
    const last = migrations.at(-1)?.id
    const { rows } = await owner.query('delete from schema_migration where id = $1 returning *', [
      last,
    ])
    try {
      await expect.poll(readyz).toEqual([503, false, 'schema'])
    } finally {
      await owner.query('insert into schema_migration values ($1, $2, $3)', [
        rows[0].id,
        rows[0].sha256,
        rows[0].applied_at,
      ])
    }
    await becomesWell()
  })

  it('says no when connections are there and nothing answers on them', async () => {
    await becomesWell()
    line.silence()
    try {
      expect(await readiness().check()).toMatchObject({ ok: false, why: 'database' })
    } finally {
      line.mend()
      // What was lost in between stays lost.
      line.cut()
      line.mend()
    }
    await becomesWell()
  })

  it.skipIf(process.getuid?.() !== 0)(
    'says no while the disk of the data folder is full',
    async () => {
      const disk = mkdtempSync(join(tmpdir(), 'banyan-disk-'))
      const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk])
      try {
        // Where nothing can be mounted, the disk of the machine stands in, which is not full.
        const full = mount.status === 0
        const ready = await readiness(disk).check()
        expect(ready).toMatchObject(full ? { ok: false, why: 'disk' } : { ok: true })
      } finally {
        if (mount.status === 0) execFileSync('umount', [disk])
        rmSync(disk, { recursive: true })
      }
    },
  )

  it('says no when the database answers and the other processes do not see this one', async () => {
    const unseen = readiness(system.config.dataDir, () => false)
    expect(await unseen.check()).toMatchObject({ ok: false, why: 'unseen' })
  })

  it('says no from the moment at which the process is asked to end', async () => {
    const one = readiness()
    expect(await one.check()).toEqual({ ok: true })
    one.end()
    expect(await one.check()).toMatchObject({ ok: false, why: 'ending' })
  })
})

describe('a start that cannot be', () => {
  const start = (name: string, env: Record<string, string>) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'banyan-start-'))
    const { status, stderr } = spawnSync(process.execPath, programArgs(name), {
      env: { ...process.env, DATABASE_URL: system.db.url, DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
    })
    const left = readdirSync(dataDir)
    rmSync(dataDir, { recursive: true })
    return { status, said: stderr.trim(), left }
  }

  it('by a setting says so in one sentence and leaves nothing behind', () => {
    const hours = start('settings', { SERVICE_HOURS: 'never' })
    expect(hours).toMatchObject({ status: 78, left: [] })
    expect(hours.said).toMatch(/^SERVICE_HOURS is not usable: .+\.$/)
    const pepper = start('settings', { PEPPER: 'salt' })
    expect(pepper).toMatchObject({ status: 78, left: [] })
    expect(pepper.said).toMatch(/^The secret "pepper" is not 32 bytes in hex: .+\.$/)
  })

  it('for want of a database says so in one sentence, and not where it would be', () => {
    const url = new URL(system.db.url)
    url.pathname = '/nowhere'
    const migration = start('migrate', { DATABASE_URL: url.href })
    expect(migration).toMatchObject({ status: 69, left: [] })
    expect(migration.said).toMatch(/^The database that DATABASE_URL names does not exist: .+\.$/)
  })
})

describe('a server that ends', () => {
  it('ends live events, which come back and go on where they were', async () => {
    const member = await system.join('Listener')
    const listen = () =>
      fetch(`${system.url}/api/events`, { headers: { authorization: `Bearer ${member.token}` } })
    const stream = await listen()
    expect(stream.status).toBe(200)
    await system.restart()
    expect(await stream.text()).toMatch(/event: reconnect\ndata: \{\}\n\n$/)
    const again = await listen()
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })
})

describe('a connection that dies silently', () => {
  const throughSwitch = (): pg.Pool => {
    const pool = connectPool(system.config.databaseUrl, { max: 4 })
    // PostgreSQL would give the statement up by itself after this time, and say so.
    pool.options.options += ' -c statement_timeout=100ms'
    return pool
  }

  it('ends the statement that waits on it, and no other one is waited for in vain', async () => {
    const pool = throughSwitch()
    const database = connectDatabase(pool)
    try {
      await Promise.all([1, 2, 3, 4].map(n => sql`select ${n}::int`.execute(database)))
      expect(pool.idleCount).toBeGreaterThan(1)
      line.silence()
      const lost = await database
        .transaction()
        .execute(tx => sql`select 2`.execute(tx))
        .catch((error: unknown) => error)
      expect(isUnavailable(lost)).toBe(true)
      await expect.poll(() => pool.totalCount).toBe(0)
      line.mend()
      await sql`select 3`.execute(database)
    } finally {
      line.mend()
      await pool.end()
    }
  })

  it('is found out later where a transaction may take longer', async () => {
    const pool = throughSwitch()
    try {
      const slept = connectDatabase(pool)
        .transaction()
        .execute(async tx => {
          await liftLimit(tx, '60s')
          await sql`select pg_sleep(0.3)`.execute(tx)
          return 'awake'
        })
      expect(await slept).toBe('awake')
    } finally {
      await pool.end()
    }
  })
})

describe('counts of limits', () => {
  it('are added up over processes, and start again when their time is over', async () => {
    const { database } = system.db
    const processes = [openSharedCounts(database), openSharedCounts(database)] as const
    const learned = (process: 0 | 1, count: SharedCount) =>
      new Promise<number>(resolve => processes[process].add(count, ({ points }) => resolve(points)))
    const count = { name: 'tested', points: 2, endsAt: Date.now() + 600_000 }
    expect(await learned(0, count)).toBe(2)
    expect(await learned(1, { ...count, points: 3 })).toBe(5)
    await database.updateTable('limitCount').set({ endsAt: 1 }).execute()
    expect(await learned(0, { ...count, points: 1 })).toBe(1)
  })
})

describe('a user of the database without the right to create roles', () => {
  it('migrates where an administrator has granted the role, and gets a sentence that says how where not', async () => {
    const other = await openTestDatabase([])
    const name = `plain_${process.pid}`
    const { rows } = await other.owner.query('select current_database() as name')
    await other.owner.query(`create role ${name} login password 'x' nosuperuser nocreaterole`)
    await other.owner.query(`alter database ${rows[0].name} owner to ${name}`)
    await other.owner.query('drop table schema_migration')
    const url = new URL(other.url)
    url.username = name
    url.password = 'x'
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await expect(migrate(client, migrations)).rejects.toThrow(
        new RegExp(`may not create the role banyan_app: .*"grant banyan_app to ${name}"\\.$`),
      )
      await other.owner.query(`grant banyan_app to ${name}`)
      expect(await migrate(client, migrations)).toHaveLength(migrations.length)
    } finally {
      await client.end()
      await other.owner.query(
        `reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`,
      )
      await other.close()
    }
  })
})

const PGBOUNCER = '/usr/sbin/pgbouncer'

describe.skipIf(!existsSync(PGBOUNCER))('PgBouncer', () => {
  it('in transaction mode is refused with its remedy; in session mode connections have all their settings', async () => {
    for (const mode of ['transaction', 'session'] as const) {
      const pooler = await startPgBouncer(system.db.url, mode)
      const pool = connectPool(pooler.url, { max: 3 })
      try {
        const asked = refuseTransactionPooling(pool)
        if (mode === 'transaction') await expect(asked).rejects.toThrow(POOLS_TRANSACTIONS)
        else {
          await asked
          const { rows } = await pool.query(
            `select current_user as role, current_setting('lock_timeout') as lock, current_setting('timezone') as zone`,
          )
          expect(rows).toEqual([{ role: 'banyan_app', lock: '3s', zone: 'UTC' }])
        }
      } finally {
        await pool.end()
        await pooler.stop()
      }
    }
  })
})

/** A pooler in front of a database, as Debian has it; it drops the options of connections. */
async function startPgBouncer(databaseUrl: string, mode: 'transaction' | 'session') {
  const { username, password, hostname, port, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'banyan-pgbouncer-'))
  const own = await freePort()
  writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = ${mode}
ignore_startup_parameters = options
`,
  )
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER, ['-q', ...asNobody, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  const url = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
  const answers = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  await expect.poll(answers).toBe(true)
  return {
    url,
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
