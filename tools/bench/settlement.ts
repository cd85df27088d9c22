import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import { cpuOf } from './cpu.ts'
import { describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { openMembers, pool } from './members.ts'

/**
 * The postings of a settlement: a credit for each of a million members, in chunks, with a line and
 * the balance after it on both sides.
 *
 *   npm run bench:settlement -- [--members 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const count = Number(options.members)
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
  const table = {
    credits: count,
    seconds: round(first.seconds),
    'credits per second': Math.round(count / first.seconds),
    'asked again, seconds': round(again.seconds),
    'program µs per credit': round(((after.program - before.program) * 1e6) / count),
    'postgres µs per credit': round(((after.postgres - before.postgres) * 1e6) / count),
  }
  console.table(table)
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, table }, null, 2)}\n`)
} finally {
  await db.close()
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, seconds: (performance.now() - start) / 1000 }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
