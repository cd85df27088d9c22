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
 * the new balances alone, and the blocks of lines alone, each on a copy of the ledger's own table
 * with its indexes and checks.
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
/** Transfers of a block. */
const PER_ROW = 64
const floorTables = `
  create table floor_account (like ledger_account including all);
  alter table floor_account set (fillfactor = 45);
  create table floor_block (like ledger_transfer_block including all);
  insert into floor_account select * from ledger_account where kind = 'available' order by owner;
  grant select, insert, update on floor_account, floor_block to banyan_app`

const balancesAlone = `
  update floor_account account set posted = account.posted + given.amount, version = account.version + 1
  from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as given (id, amount, owner)
  where account.id = given.id and $4::text <> ''`

/** Its values are of the sizes and in the order in which a settlement has them. */
const blocksAlone = `
  insert into floor_block (kind, settlement, first, last, owners, accounts, amounts, versions, balances, first_id,
    group_id, house_account, house_version, house_before, asset, epoch, request_hash, posted_at, xid)
  select 'static_earning', 'bench', (array_agg(owner order by place))[1], (array_agg(owner order by place desc))[1],
    array_agg(owner order by place), array_agg(id order by place), array_agg(amount order by place),
    array_agg(place order by place), array_agg(amount order by place),
    ($4::text || lpad(to_hex(min(place)), 12, '0'))::uuid, '${HOUSE}', '${HOUSE}',
    ('x' || substr($4::text, 10, 4))::bit(16)::bigint * 1000000 + min(place), 0, 'USDT', 0, sha256(''), now(), 1
  from (select *, row_number() over (order by owner) as place
    from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as given (id, amount, owner)) line
  group by (place - 1) / ${PER_ROW}`

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
  const blocks = await floorOf(db, blocksAlone)
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
    'blocks alone, seconds': round(blocks.seconds),
    'blocks alone, postgres µs': round(blocks.micros),
    [`seconds that balances and blocks alone need of ${processors} processors`]: round(
      ((balances.micros + blocks.micros) * count) / 1e6 / processors,
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
  try {
    const { seconds } = await timed(() => Promise.all(clients.map(work)))
    const after = cpuOf(postmaster)
    return { seconds, micros: ((after.postgres - before.postgres) * 1e6) / rows.length }
  } finally {
    // Their settings go with them; not before their processes have been asked for their time.
    for (const client of clients) client.release(true)
  }
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
