import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@banyan/tools/until'
import { lockNumbers } from '../platform/database/advisory-locks.ts'
import type { HttpSystem } from '../testing/http-system.ts'
import { programArgs } from '../testing/program.ts'

/** The lock at which a worker waits after its last statement. */
const STOP = 7_654_322

/** The time limit for starting a program from its sources on a busy machine. */
const START_MS = 150_000

/** The tables that a wind-down writes while it is carried out. */
const written = [
  'ledger_transfer',
  'ledger_transfer_block',
  'static_position',
  'wind_down',
  'wind_down_run',
  'wind_down_position',
  'wind_down_holder',
  'wind_down_outcome',
]

/**
 * From now on a worker gets as far as the given number of statements, and then waits: for ever,
 * unless it is released.
 */
export async function stopAtStatements({ db }: HttpSystem): Promise<void> {
  await db.owner.query(`
    create sequence statements_left increment -1 minvalue -9999999 maxvalue 9999999 start 9999999;
    create function stop_at_statement() returns trigger language plpgsql security definer as $$
      begin
        if nextval('statements_left') < 0 then perform pg_advisory_xact_lock_shared(${STOP}); end if;
        return null;
      end $$;
    ${written
      .map(
        table => `create trigger stop_at_statement after insert or update on ${table}
          for each statement execute function stop_at_statement();`,
      )
      .join('\n')}`)
}

/**
 * Settles in a separate program, which is killed after this many statements; returns false when it
 * finished before that.
 */
export const settleAndKill = (system: HttpSystem, statements: number): Promise<boolean> =>
  killAt(system, statements, 'settle')

/**
 * The whole server in a process of its own, on the database of a test platform: every job and the
 * API.
 */
export function startServer(system: HttpSystem, env: Record<string, string>): ChildProcess {
  return startProgram(system, 'all', { ...env, PORT: '0' })
}

/** The same, killed after this many statements. */
export async function serveAndKill(
  system: HttpSystem,
  statements: number,
  env: Record<string, string>,
): Promise<void> {
  if (!(await killAt(system, statements, 'all', { ...env, PORT: '0' })))
    throw new Error('the server ended by itself')
}

function startProgram(
  { config }: HttpSystem,
  name: string,
  env: Record<string, string> = {},
): ChildProcess {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = config
  const own = { DATABASE_URL, DATA_DIR, TEST_HOOKS: '1', LOG_LEVEL: 'silent' }
  return spawn(process.execPath, programArgs(name), {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Starts a program that is killed after this many statements; false when it finished before that.
 */
async function killAt(
  system: HttpSystem,
  statements: number,
  program: string,
  env?: Record<string, string>,
): Promise<boolean> {
  const { db } = system
  await db.owner.query("select setval('statements_left', $1, false)", [statements - 1])
  const holder = await db.owner.connect()
  await holder.query('select pg_advisory_lock($1)', [STOP])
  const child = startProgram(system, program, env)
  const ended = once(child, 'exit')
  try {
    await until(
      'the process waits, or has ended',
      async () => child.exitCode !== null || (await countWaiting(system)) > 0,
      { ms: START_MS },
    )
    child.kill('SIGKILL')
    const [code, signal] = await ended
    if (code !== null && code !== 0) throw new Error(`the process ended with ${code}`)
    // The waiting statement has no client any more.
    await db.owner.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and not granted and database =
         (select oid from pg_database where datname = current_database())`,
    )
    // The next process leaves the run alone until the database has noticed that this one ended.
    await until('the database has noticed the end of the process', async () => {
      const { rowCount } = await db.owner.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.settlement}
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount === 0
    })
    return signal === 'SIGKILL'
  } finally {
    child.kill('SIGKILL')
    await holder.query('select pg_advisory_unlock($1)', [STOP])
    holder.release()
  }
}

/** Releases every waiting worker. */
export const releaseWorkers = ({ db }: HttpSystem) =>
  db.owner.query("select setval('statements_left', 9999999, false)")

async function countWaiting({ db }: HttpSystem): Promise<number> {
  const { rowCount } = await db.owner.query(
    `select from pg_locks where locktype = 'advisory' and objid = ${STOP} and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount ?? 0
}
