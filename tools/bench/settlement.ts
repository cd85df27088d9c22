import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { HOUSE, houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import { cpuOf } from './cpu.ts'
import { type BenchDatabase, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { openMembers, pool } from './members.ts'

/**
 * The postings of a settlement: a credit for each of a million members, in chunks, with a line and
 * the balance after it on both sides. Then what is under it, the same chunks by as many workers: a
 * balance and one row with its reference for each credit, and nothing else; and the ledger's own row
 * with its indexes, and no balance.
 *
 *   npm run bench:credits -- [--members 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const count = Number(options.members)
/** Of the floor, as on the way that is measured: credits of one transaction, and transactions at once. */
const CHUNK = 10_000
const WORKERS = 2
const floorTables = `
  create table floor_account (id uuid primary key, posted numeric(38,0) not null) with (fillfactor = 70);
  create table floor_row (reference text primary key, account uuid not null, amount numeric(38,0) not null);
  create table floor_line (like ledger_transfer_bulk including all);
  insert into floor_account select owner, 0 from ledger_account where kind = 'available' order by owner;
  grant select, insert, update on floor_account, floor_row, floor_line to banyan_app`

const bareCredits = `
  with credit as (
    update floor_account account set posted = account.posted + given.amount
    from unnest($1::uuid[], $2::numeric[]) as given (id, amount) where account.id = given.id
    returning account.id, given.amount)
  insert into floor_row select 'bench/' || id, id, amount from credit where $3::text <> ''`

/** Its values are of the sizes and in the order in which a settlement has them. */
const linesAlone = `
  insert into floor_line (id, group_id, debit_account, credit_account, asset, amount, kind, reference,
    epoch, request_hash, posted_at, debit_version, debit_after, credit_version, credit_after)
  select ($3::text || lpad(to_hex(line), 12, '0'))::uuid, '${HOUSE}', '${HOUSE}', id, 'USDT', amount,
    'static_earning', 'bench/' || id, 0, sha256(''), now(), ('x' || substr($3::text, 10, 4))::bit(16)::bigint * 1000000 + line,
    amount, 1, amount
  from unnest($1::uuid[], $2::numeric[]) with ordinality as given (id, amount, line)`

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
  await db.owner.query(floorTables)
  const bare = await floorOf(db, members, bareCredits)
  const lines = await floorOf(db, members, linesAlone)
  const table = {
    credits: count,
    seconds: round(first.seconds),
    'credits per second': Math.round(count / first.seconds),
    'asked again, seconds': round(again.seconds),
    'program µs per credit': round(((after.program - before.program) * 1e6) / count),
    'postgres µs per credit': round(((after.postgres - before.postgres) * 1e6) / count),
    'bare floor, seconds': bare.seconds,
    'bare floor, program + postgres µs': bare.micros,
    "the ledger's row and its indexes alone, seconds": lines.seconds,
    'row and indexes, program + postgres µs': lines.micros,
  }
  console.table(table)
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, table }, null, 2)}\n`)
} finally {
  await db.close()
}

async function floorOf({ owner, pool }: BenchDatabase, members: readonly string[], text: string) {
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  const clients = await Promise.all(Array.from({ length: WORKERS }, () => pool.connect()))
  const postmaster = await postmasterOf(owner)
  const before = cpuOf(postmaster)
  let next = 0
  const work = async (client: (typeof clients)[number]): Promise<void> => {
    await client.query(`set plan_cache_mode = 'force_generic_plan'; set statement_timeout = 0;
      set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`)
    for (let start = next; start < members.length; start = next) {
      next += CHUNK
      const chunk = members.slice(start, start + CHUNK)
      const place = (start / CHUNK).toString(16).padStart(4, '0')
      const values = [
        `{${chunk.join()}}`,
        `{${chunk.map(() => 1_000).join()}}`,
        `01900000-${place}-7000-8000-`,
      ]
      await client.query({ name: 'floor', text, values })
    }
  }
  const { seconds } = await timed(() => Promise.all(clients.map(work)))
  const after = cpuOf(postmaster)
  // Their settings go with them; not before their processes have been asked for their time.
  for (const client of clients) client.release(true)
  const micros = (one: 'program' | 'postgres') =>
    round(((after[one] - before[one]) * 1e6) / members.length)
  return { seconds: round(seconds), micros: `${micros('program')} + ${micros('postgres')}` }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, seconds: (performance.now() - start) / 1000 }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
