import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { median } from './callers.ts'
import type { Contender } from './contenders.ts'

/**
 * What nobody can do with less who keeps a row for each transfer in PostgreSQL: its reference, once,
 * and both balances, in batches as the lane's. Nothing is decided, checked, numbered or kept of the
 * balances that were. What a ledger costs above this is the ledger's; below it there is nothing.
 */
export const floorTables = `
  create table floor_account (id integer primary key, balance bigint not null default 0) with (fillfactor = 70);
  create table floor_row (reference text primary key, debit integer not null, credit integer not null, amount bigint not null);
  grant select, insert, update on floor_account, floor_row to banyan_app`

const statement = `
  with moved as (
    update floor_account account set balance = balance + given.delta
    from unnest($1::integer[], $2::bigint[]) as given (id, delta) where account.id = given.id)
  insert into floor_row select * from unnest($3::text[], $4::integer[], $5::integer[], $6::bigint[])`

/** Batches under way at once, and callers in one: as on the lane. */
const DEPTH = 2
const MAX_BATCH = 1_024

interface Waiting {
  from: number
  to: number
  done(): void
  fail(error: unknown): void
}

/** The floor as a contender. */
export async function floor(pool: pg.Pool): Promise<Contender> {
  const client = new pg.Client({ ...pool.options, pipeline: true })
  // When a run fails the server goes first; what is said then must not hide why.
  client.on('error', () => {})
  await client.connect()
  await client.query("set plan_cache_mode = 'force_generic_plan'")
  await client.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off',
  )
  let waiting: Waiting[] = []
  let running = 0
  let deeds = 0
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await new Promise(setImmediate)
      const size = Math.min(MAX_BATCH, Math.ceil(waiting.length / DEPTH))
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      try {
        const values = valuesOf(batch, () => `floor/${deeds++}`)
        await client.query({ name: 'floor', text: statement, values })
        for (const one of batch) one.done()
      } catch (error) {
        for (const one of batch) one.fail(error)
      }
    }
    running--
  }
  return {
    name: 'floor',
    move: (from, to) =>
      new Promise((done, fail) => {
        waiting.push({ from, to, done, fail })
        if (running === DEPTH) return
        running++
        void run()
      }),
    close: () => client.end(),
  }
}

function valuesOf(batch: readonly Waiting[], reference: () => string): string[] {
  const deltas = new Map<number, number>()
  for (const { from, to } of batch) {
    deltas.set(from, (deltas.get(from) ?? 0) - 1)
    deltas.set(to, (deltas.get(to) ?? 0) + 1)
  }
  const columns = [
    [...deltas.keys()],
    [...deltas.values()],
    batch.map(reference),
    batch.map(one => one.from),
    batch.map(one => one.to),
    batch.map(() => 1),
  ]
  return columns.map(column => `{${column.join()}}`)
}

/** Milliseconds for one page to be on the disk that the bench's server writes to, in the middle. */
export function flushMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-flush-'))
  const file = openSync(join(folder, 'pages'), 'w')
  const page = Buffer.alloc(8_192, 1)
  const times: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push(performance.now() - start)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return median(times)
}

/** Milliseconds for one row to be committed, asked by one connection over and over, in the middle. */
export async function commitMs(owner: pg.Client): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    const start = performance.now()
    await owner.query('insert into floor_row values ($1, 0, 0, 1)', [`commit/${turn}`])
    times.push(performance.now() - start)
  }
  return median(times)
}
