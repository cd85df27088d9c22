import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import { median } from './callers.ts'
import { describeServer, openBenchDatabase } from './database.ts'
import { openMembers } from './members.ts'

/**
 * A split over a million holders: how long until all of them hold the new number of coins, and how
 * long telling each of them takes in the background.
 *
 *   npm run bench:split -- [--holders 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { holders: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const count = Number(options.holders)
const coins = 5_000_000
const ledger = openLedger()
const db = await openBenchDatabase(4)
try {
  const holders = await openMembers(db.owner, 'LEAF', count, coins)
  await inTransaction(db.database, tx => ledger.lock(tx, [houseAccount('LEAF', 'ISSUE')]))
  await db.owner.query("update ledger_account set posted = $1 where kind = 'ISSUE'", [
    -count * coins,
  ])
  await db.owner.query('vacuum analyze')
  const splits: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    await inTransaction(db.database, tx => ledger.split(tx, 2))
    splits.push(performance.now() - start)
  }
  const holder = memberAccount(holders[Math.floor(count / 2)] as string, 'LEAF')
  const { posted } = await ledger.balance(db.database, holder)
  if (posted !== BigInt(coins) * 32n) throw new Error('a holder does not see the splits')
  const start = performance.now()
  let written = 0
  while (performance.now() - start < 20_000) {
    const batch = await ledger.writeSplitLines(db.database, 1_000)
    written += batch
    if (batch === 0) break
  }
  const seconds = (performance.now() - start) / 1000
  const table = {
    holders: count,
    'split ms, median of 5': Number(median(splits).toFixed(1)),
    'split ms, longest': Number(Math.max(...splits).toFixed(1)),
    'holders told of 5 splits, per second': Math.round(written / seconds),
  }
  console.table(table)
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, table }, null, 2)}\n`)
} finally {
  await db.close()
}
