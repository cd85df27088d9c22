import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { HOUSE, houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import { cpuOf } from './cpu.ts'
import { type BenchDatabase, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { round } from './figures.ts'
import { openMembers, pool } from './members.ts'

/**
 * The postings of a settlement: a credit for each of a million members, in chunks, with a line and
 * the balance after it on both sides. Then what is under it, in the same chunks by as many workers:
 * the new balances alone, and the lines alone, each on a copy of the ledger's own table with its
 * constraints and indexes; and the lines in one piece into a table of their own, which is indexed
 * and checked behind them, as a partition that is attached after its load would be.
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
  create table floor_account (like ledger_account including all);
  alter table floor_account set (fillfactor = 45);
  create table floor_line (like ledger_transfer_bulk including all);
  insert into floor_account select * from ledger_account where kind = 'available' order by owner;
  grant select, insert, update on floor_account, floor_line to banyan_app`

const balancesAlone = `
  update floor_account account set posted = account.posted + given.amount, version = account.version + 1
  from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as given (id, amount, owner)
  where account.id = given.id and $4::text <> ''`

/** Its values are of the sizes and in the order in which a settlement has them. */
const linesAlone = `
  insert into floor_line (id, group_id, debit_account, credit_account, asset, amount, kind, reference,
    epoch, request_hash, posted_at, debit_version, debit_after, credit_version, credit_after)
  select ($4::text || lpad(to_hex(line), 12, '0'))::uuid, '${HOUSE}', '${HOUSE}', id, 'USDT', amount,
    'static_earning', 'bench/' || owner, 0, sha256(''), now(), ('x' || substr($4::text, 10, 4))::bit(16)::bigint * 1000000 + line,
    amount, 1, amount
  from unnest($1::uuid[], $2::bigint[], $3::uuid[]) with ordinality as given (id, amount, owner, line)`

/** What a partition costs that is attached behind its load: rows, then each index, then the look at every row. */
const inOnePiece = [
  'create table floor_part (like ledger_transfer_bulk including defaults including constraints)',
  'insert into floor_part select * from floor_line',
  'create unique index on floor_part (kind, reference)',
  'create unique index on floor_part (id)',
  'create unique index on floor_part (debit_account, debit_version)',
  'create unique index on floor_part (credit_account, credit_version)',
  'create index on floor_part using brin (xid)',
  "alter table floor_part add check (kind = 'static_earning' and reference like 'bench/%')",
]

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
  const walBefore = await walBytes(db)
  const first = await timed(() => ledger.postCredits(db.database, batch))
  const after = cpuOf(postmaster)
  const wal = (await walBytes(db)) - walBefore
  const again = await timed(() => ledger.postCredits(db.database, batch))
  const last = members.at(-1) as string
  const { posted } = await ledger.balance(db.database, memberAccount(last, 'USDT'))
  if (posted < 1_000n || again.answer.replayed !== count)
    throw new Error('the credits are not there')
  await db.owner.query(floorTables)
  const balances = await floorOf(db, balancesAlone)
  const lines = await floorOf(db, linesAlone)
  const piece = await inOnePieceOf(db)
  const processors = availableParallelism()
  const table = {
    credits: count,
    seconds: round(first.seconds),
    'credits per second': Math.round(count / first.seconds),
    'asked again, seconds': round(again.seconds),
    'program µs per credit': round(((after.program - before.program) * 1e6) / count),
    'postgres µs per credit': round(((after.postgres - before.postgres) * 1e6) / count),
    'WAL bytes per credit': Math.round(wal / count),
    'balances alone, seconds': round(balances.seconds),
    'balances alone, postgres µs': round(balances.micros),
    'lines alone, seconds': round(lines.seconds),
    'lines alone, postgres µs': round(lines.micros),
    'lines in one piece, indexed behind, postgres µs': round(piece),
    [`seconds that balances and lines alone need of ${processors} processors`]: round(
      ((balances.micros + lines.micros) * count) / 1e6 / processors,
    ),
  }
  console.table(table)
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, table }, null, 2)}\n`)
} finally {
  await db.close()
}

async function floorOf({ owner, pool }: BenchDatabase, text: string) {
  const { rows } = await owner.query<{ id: string; owner: string }>(
    "select id, owner from ledger_account where kind = 'available' order by owner",
  )
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  const clients = await Promise.all(Array.from({ length: WORKERS }, () => pool.connect()))
  const postmaster = await postmasterOf(owner)
  const before = cpuOf(postmaster)
  let next = 0
  const work = async (client: (typeof clients)[number]): Promise<void> => {
    await client.query(`set plan_cache_mode = 'force_generic_plan'; set statement_timeout = 0;
      set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`)
    for (let start = next; start < rows.length; start = next) {
      next += CHUNK
      const chunk = rows.slice(start, start + CHUNK).sort((a, b) => (a.id < b.id ? -1 : 1))
      const place = (start / CHUNK).toString(16).padStart(4, '0')
      const values = [
        `{${chunk.map(one => one.id).join()}}`,
        `{${chunk.map(() => 1_000).join()}}`,
        `{${chunk.map(one => one.owner).join()}}`,
        `01900000-${place}-7000-8000-`,
      ]
      await client.query({ name: 'floor', text, values })
    }
  }
  const { seconds } = await timed(() => Promise.all(clients.map(work)))
  const after = cpuOf(postmaster)
  // Their settings go with them; not before their processes have been asked for their time.
  for (const client of clients) client.release(true)
  return { seconds, micros: ((after.postgres - before.postgres) * 1e6) / rows.length }
}

async function inOnePieceOf({ owner }: BenchDatabase): Promise<number> {
  await owner.query('checkpoint')
  const postmaster = await postmasterOf(owner)
  const before = cpuOf(postmaster)
  for (const step of inOnePiece) await owner.query(step)
  return ((cpuOf(postmaster).postgres - before.postgres) * 1e6) / count
}

async function walBytes({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  )
  return rows[0]?.bytes ?? 0
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, seconds: (performance.now() - start) / 1000 }
}
