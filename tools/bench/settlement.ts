import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import { cpuOf } from './cpu.ts'
import { type BenchDatabase, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { openMembers, pool } from './members.ts'

/**
 * The postings of a settlement: a credit for each of a million members, in chunks, with a line and
 * the balance after it on both sides. Then the floor under it: the same chunks by as many workers,
 * where a credit is one balance and one row with its reference, and nothing else.
 *
 *   npm run bench:settlement -- [--members 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const count = Number(options.members)
/** Of the floor, as on the way that is measured: credits of one transaction, and transactions at once. */
const CHUNK = 10_000
const WORKERS = 2
const ledger = openLedger()
const db = await openBenchDatabase(4)
try {
  const members = await openMembers(db.owner, 'USDT', count)
  await inTransaction(db.database, tx =>
    ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: pool,
        amount: BigInt(count) * 2_000n,
        kind: 'genesis',
        reference: 'pool',
      },
    ]),
  )
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
  const postmaster = await postmasterOf(db.owner)
  const before = cpuOf(postmaster)
  const batch = {
    settlementId: 'bench',
    kind: 'static_earning' as const,
    from: pool,
    credits: members.map((owner, place) => ({ owner, amount: 1_000n + BigInt(place % 1_000) })),
  }
  const first = await timed(() => ledger.postCredits(db.database, batch))
  const after = cpuOf(postmaster)
  const again = await timed(() => ledger.postCredits(db.database, batch))
  const last = members.at(-1) as string
  const { posted } = await ledger.balance(db.database, memberAccount(last, 'USDT'))
  if (posted < 1_000n || again.answer.replayed !== count)
    throw new Error('the credits are not there')
  const floor = await floorOf(db, members)
  const table = {
    credits: count,
    seconds: round(first.seconds),
    'credits per second': Math.round(count / first.seconds),
    'asked again, seconds': round(again.seconds),
    'program µs per credit': round(((after.program - before.program) * 1e6) / count),
    'postgres µs per credit': round(((after.postgres - before.postgres) * 1e6) / count),
    'floor, seconds': round(floor.seconds),
    'floor, program µs per credit': round(floor.programMicros),
    'floor, postgres µs per credit': round(floor.postgresMicros),
  }
  console.table(table)
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, table }, null, 2)}\n`)
} finally {
  await db.close()
}

async function floorOf({ owner, pool }: BenchDatabase, members: readonly string[]) {
  await owner.query(`
    create table floor_account (id uuid primary key, posted numeric(38,0) not null) with (fillfactor = 70);
    create table floor_row (reference text primary key, account uuid not null, amount numeric(38,0) not null);
    insert into floor_account select owner, 0 from ledger_account where kind = 'available' order by owner;
    grant select, insert, update on floor_account, floor_row to banyan_app`)
  await owner.query('vacuum analyze floor_account')
  await owner.query('checkpoint')
  const text = `
    with credit as (
      update floor_account account set posted = account.posted + given.amount
      from unnest($1::uuid[], $2::numeric[]) as given (id, amount) where account.id = given.id
      returning account.id, given.amount)
    insert into floor_row select 'bench/' || id, id, amount from credit`
  const postmaster = await postmasterOf(owner)
  const before = cpuOf(postmaster)
  let next = 0
  const work = async (): Promise<void> => {
    const client = await pool.connect()
    await client.query(`set plan_cache_mode = 'force_generic_plan'; set statement_timeout = 0;
      set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`)
    for (let start = next; start < members.length; start = next) {
      next += CHUNK
      const chunk = members.slice(start, start + CHUNK)
      const values = [`{${chunk.join()}}`, `{${chunk.map(() => 1_000).join()}}`]
      await client.query({ name: 'floor', text, values })
    }
    // Its settings go with it.
    client.release(true)
  }
  const { seconds } = await timed(() => Promise.all(Array.from({ length: WORKERS }, work)))
  const after = cpuOf(postmaster)
  return {
    seconds,
    programMicros: ((after.program - before.program) * 1e6) / members.length,
    postgresMicros: ((after.postgres - before.postgres) * 1e6) / members.length,
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, seconds: (performance.now() - start) / 1000 }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
