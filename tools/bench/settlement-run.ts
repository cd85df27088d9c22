import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { periodAt, periodBefore, roundOf } from '@banyan/economy'
import { inTransaction } from '@banyan/server/database/transaction'
import { openEconomyNode, platformOn } from '@banyan/server/economy-node'
import { houseAccount, openLedger } from '@banyan/server/ledger'
import { bookFoundingMoney } from '@banyan/server/receipts'
import { cpuOf, ownCpu, treeCpu } from './cpu.ts'
import { bytesWritten, describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { round, seconds } from './figures.ts'
import { grow, lineThenAnybody } from './grown-tree.ts'
import { fillSystem } from './settled-system.ts'

/**
 * A settlement of a million members end to end: each of them has coins activated and a place in the
 * tree, one in ten carries volume on both sides, one in twenty may be paid for it. The cut-off, the
 * facts, both computations, every posting and the publication, on a durable server; a table by stage.
 *
 *   npm run bench:settlement -- [--members 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const members = Number(options.members)
const SEED = 20_261_121

const db = await openBenchDatabase(8)
try {
  const platform = platformOn(db.url, db.pool)
  const stages: Record<string, number>[] = []
  const logger = {
    ...console,
    info: (line: { stages?: Record<string, number> }) => line.stages && stages.push(line.stages),
  } as unknown as typeof platform.logger
  const ledger = openLedger()
  const node = openEconomyNode({ ...platform, logger }, { reach: ['SG'] })
  await inTransaction(platform.database, async tx => {
    await node.rules.insertFirst(tx)
  })
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
  await db.owner.query(`insert into house_clock (shift) values (interval '1 day')`)
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')

  const postmaster = await postmasterOf(db.owner)
  const before = cpuOf(postmaster)
  const helpersBefore = helpersCpu()
  const written = await bytesWritten(db.owner)
  const whole = await seconds(() => node.treasury.settleDue())
  const after = cpuOf(postmaster)
  const helpers = helpersCpu() - helpersBefore
  const writtenThen = await bytesWritten(db.owner)
  const [stage] = stages
  if (!stage) throw new Error('nothing was settled')
  const sums = await paid()
  const table = Object.fromEntries(Object.entries(stage).filter(([, ms]) => ms >= 10))
  console.table({ ...table, whole: Math.round(whole * 1_000) })
  console.table(sums)
  const report = {
    members,
    'seconds, end to end': round(whole),
    'seconds to fill the database': round(filling),
    'cpu seconds of this program': round(after.program - before.program),
    'cpu seconds of the second computation': round(helpers),
    'cpu seconds of PostgreSQL': round(after.postgres - before.postgres),
    'MB of PostgreSQL’s log': round((writtenThen.log - written.log) / 1e6),
    'MB that the database has grown': round((writtenThen.disk - written.disk) / 1e6),
  }
  console.table(report)
  await node.network.close()
  const server = await describeServer(db.owner)
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ server, report, stage, sums }, null, 2)}\n`)
} finally {
  await db.close()
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

/** Processes that this program has started; of these only the second computation works at this time. */
function helpersCpu(): number {
  return treeCpu(process.pid) - ownCpu()
}
