import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { market, positionList, tradeList, walletSummary } from '@banyan/domain'
import { periodAt, periodBefore, roundOf } from '@banyan/economy'
import { inTransaction } from '@banyan/server/database/transaction'
import { openEconomyNode, platformOn } from '@banyan/server/economy-node'
import { houseAccount, openLedger } from '@banyan/server/ledger'
import { bookFoundingMoney } from '@banyan/server/receipts'
import { freePort } from '../bootstrap/ports.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { treeCpu } from './cpu.ts'
import { bytesWritten, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { round, seconds } from './figures.ts'
import { grow, lineThenAnybody, memberOf } from './grown-tree.ts'
import { type Read, readsBeside } from './reads-beside.ts'
import { fillSystem } from './settled-system.ts'

/**
 * A settlement of a million members end to end, by the built server as it runs for members: each of
 * them has coins activated and a place in the tree, one in ten carries volume on both sides, one in
 * twenty may be paid for it. The cut-off, the facts, both computations, every posting and the
 * publication, on a durable database; a table by stage. Beside it members read, so many times a second,
 * or not at all with `--reads 0`.
 *
 *   npm run bench:settlement -- [--members 1000000] [--reads 200] [--json <file>]
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '200' },
    json: { type: 'string' },
  },
})
const members = Number(options.members)
const reads = Number(options.reads)
const SEED = 20_261_121
/** Members who read. */
const READERS = 200
const WARM_MS = 20_000
/** The pace without a settlement, to compare with, is measured for so long. */
const ALONE_MS = 10_000

const db = await openBenchDatabase(8)
const dataDir = mkdtempSync(join(tmpdir(), 'banyan-settling-'))
try {
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    NODE_ENV: '',
    DYNAMIC_ENABLED: '1',
    DYNAMIC_COUNTRIES: 'SG',
    // The clock is moved past the cut-off.
    TEST_HOOKS: '1',
  }
  await migrate(env)
  // The rows that are filled in have a root of their own; a placement that counts is never deleted.
  await db.owner.query(
    'set session_replication_role = replica; truncate placement cascade; reset session_replication_role',
  )
  const platform = platformOn(db.url, db.pool)
  const ledger = openLedger()
  const node = openEconomyNode(platform, { reach: ['SG'] })
  await bookFoundingMoney(platform.database, node.treasury)
  const period = periodAt(new Date())
  const filling = await seconds(() =>
    fillSystem(db.owner, {
      tree: grow(members, lineThenAnybody(Math.floor(members / 10), SEED)),
      before: periodBefore(period),
      round: roundOf(period),
    }),
  )
  await inTransaction(platform.database, tx =>
    ledger.post(
      tx,
      (['POOL.static', 'POOL.dynamic', 'RESERVE'] as const).map(pool => ({
        from: houseAccount('USDT', 'EXT'),
        to: houseAccount('USDT', pool),
        amount: BigInt(members) * 20_000_000n,
        kind: 'genesis' as const,
        reference: pool,
      })),
    ),
  )
  await node.network.close()
  const calls = readsOf(await openSessions())
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')

  const postmaster = await postmasterOf(db.owner)
  const server = await startServer(env, join(dataDir, 'server.log'))
  try {
    // What a server does at its start is over by then.
    await readsBeside(port, calls, reads, sleep(WARM_MS))
    const alone = await readsBeside(port, calls, reads, sleep(ALONE_MS))
    const written = await bytesWritten(db.owner)
    const before = { program: treeCpu(server.pid), postgres: treeCpu(postmaster) }
    const begun = performance.now()
    await db.owner.query(`insert into house_clock (shift) values (interval '1 day')`)
    const beside = await readsBeside(port, calls, reads, published(period))
    const whole = (performance.now() - begun) / 1_000
    const after = { program: treeCpu(server.pid), postgres: treeCpu(postmaster) }
    const writtenThen = await bytesWritten(db.owner)
    const { rows: stages } = await db.owner.query<{ stage: string; ms: string }>(
      'select stage, ms from settlement_stage where ms >= 10 order by place',
    )
    const stage = Object.fromEntries(stages.map(one => [one.stage, Number(one.ms)]))
    const sums = await paid()
    console.table({ ...stage, whole: Math.round(whole * 1_000) })
    console.table(sums)
    const report = {
      members,
      'seconds, end to end': round(whole),
      'seconds to fill the database': round(filling),
      'cpu seconds of the server with its processes': round(after.program - before.program),
      'cpu seconds of PostgreSQL': round(after.postgres - before.postgres),
      'MB of PostgreSQL’s log': round((writtenThen.log - written.log) / 1e6),
      'MB that the database has grown': round((writtenThen.disk - written.disk) / 1e6),
    }
    console.table(report)
    if (reads > 0) console.table({ 'reads before it': alone, 'reads beside it': beside })
    const settings = await describeServer(db.owner)
    if (options.json)
      writeFileSync(
        options.json,
        `${JSON.stringify({ server: settings, report, stage, sums, alone, beside }, null, 2)}\n`,
      )
  } finally {
    await server.stop()
  }
} finally {
  await db.close()
  rmSync(dataDir, { recursive: true })
}

/** Settles when the run of a period is published. */
async function published(period: string): Promise<void> {
  for (;;) {
    const { rows } = await db.owner.query<{ done: boolean }>(
      'select published_at is not null as done from settlement_run where period = $1',
      [period],
    )
    if (rows[0]?.done) return
    await sleep(50)
  }
}

/** The outcome of the run, without which the time means nothing. */
async function paid(): Promise<Record<string, number>> {
  const { rows } = await db.owner.query<{ kind: string; transfers: string }>(
    `select kind, count(*) as transfers from ledger_every_transfer
     where kind in ('static_earning', 'dynamic_earning') group by kind`,
  )
  const sums = Object.fromEntries(rows.map(row => [row.kind, Number(row.transfers)]))
  if ((sums.static_earning ?? 0) < members - 1) throw new Error('somebody was not paid')
  return sums
}

/** Sessions of some members, written as rows: to log in would hash passwords for minutes. */
async function openSessions(): Promise<string[]> {
  const readers = Array.from({ length: Math.min(READERS, members - 1) }, (_, n) => ({
    id: memberOf(1 + Math.floor((n * (members - 1)) / READERS)),
    token: `mt1_${createHash('sha256').update(`reader ${n}`).digest('base64url')}`,
  }))
  await db.owner.query(
    `insert into session (id, token_hash, member_id, device_hash, expires_at, line_began_at)
     select gen_random_uuid(), decode(hash, 'hex'), id, decode(hash, 'hex'), house_now() + interval '30 days', house_now()
     from unnest($1::uuid[], $2::text[]) as one (id, hash)`,
    [
      readers.map(one => one.id),
      readers.map(one => createHash('sha256').update(one.token).digest('hex')),
    ],
  )
  return readers.map(one => one.token)
}

/** What members look at most: their wallets, their coins, their trades, and the market. */
function readsOf(tokens: readonly string[]): Read[] {
  const paths = [
    walletSummary.path,
    `${positionList.path}?limit=20`,
    `${tradeList.path}?limit=20`,
    `${market.path}?side=buy&limit=20`,
  ]
  return tokens.flatMap(token => paths.map(path => ({ path, token })))
}
