import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { HOUSE } from '@banyan/server/ledger'
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
  create table floor_history (like ledger_transfer_single including all);
  grant select, insert, update on floor_account, floor_row, floor_history to banyan_app`

const moved = `
  update floor_account account set balance = balance + given.delta
  from unnest($1::integer[], $2::bigint[]) as given (id, delta) where account.id = given.id`

/** What is kept of each transfer: the row with its reference and nothing else. */
const bareRows = `
  insert into floor_row select * from unnest($3::text[], $4::integer[], $5::integer[], $6::bigint[])`

/**
 * What is kept of each transfer: the ledger's own row, as wide and with the same checks and indexes,
 * of which the keys come in the order in which the ledger's come. A balance after is any number.
 */
const historyRows = `
  insert into floor_history (id, group_id, debit_account, credit_account, asset, amount, kind, reference,
    request_hash, posted_at, debit_version, debit_after, credit_version, credit_after)
  select made, made, ${accountOf('debit')}, ${accountOf('credit')}, 'USDT', amount, 'otc_release',
    reference, sha256(''), now(), line, amount, line, amount
  from (select *, uuidv7() as made, substr(reference, 7)::bigint as line
    from unnest($3::text[], $4::integer[], $5::integer[], $6::bigint[])
      as given (reference, debit, credit, amount)) as given`

/** A number as an account's id of the ledger's kind: spread over the whole index. */
function accountOf(column: string): string {
  return `case ${column} when 0 then '${HOUSE}'::uuid else md5(${column}::text)::uuid end`
}

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
export const floor = (pool: pg.Pool): Promise<Contender> => batched(pool, 'floor', bareRows)

/** The floor with the ledger's history: what a row costs that a statement and an audit can read. */
export const historyFloor = (pool: pg.Pool): Promise<Contender> =>
  batched(pool, 'floor + history', historyRows)

async function batched(pool: pg.Pool, name: string, rows: string): Promise<Contender> {
  const text = `with moved as (${moved}) ${rows}`
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
        await client.query({ name, text, values })
        for (const one of batch) one.done()
      } catch (error) {
        for (const one of batch) one.fail(error)
      }
    }
    running--
  }
  return {
    name,
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
