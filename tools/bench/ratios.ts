import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inTransaction } from '@banyan/server/database/transaction'
import { houseAccount, openLedger } from '@banyan/server/ledger'
import { median, runCallers } from './callers.ts'
import { type Contender, ledgerContenders } from './contenders.ts'
import { openBenchDatabase } from './database.ts'
import { seconds } from './figures.ts'

/**
 * A short measurement for every run of the tests: how many acts of the ledger are done in the time of one
 * transfer of a bank without any check (TPC-B's shape), in the same minute on the same server. Prints each
 * ratio beside the one that was recorded with an earlier commit, and fails on none: a machine with other
 * work shifts them. A change by half on a quiet machine is worth a look.
 *
 *   npm run bench:ratios -- [--record]
 */
const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } })

const ACCOUNTS = 10_000
const CALLERS = 64
const ROUNDS = 3
const ROUND_SECONDS = 1

/** What a settlement pays from. */
const pool = {
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'POOL.static'),
  amount: 1_000_000n,
  kind: 'genesis',
  reference: 'pool',
} as const

const recordedIn = new URL('ratios.json', import.meta.url)
const recorded = JSON.parse(readFileSync(recordedIn, 'utf8')) as Record<string, number>

const db = await openBenchDatabase(CALLERS)
try {
  const { owners, posting, call, bank } = await ledgerContenders(db, ACCOUNTS)
  const sorted = owners.toSorted()
  const rate = async (one: Contender, popular: boolean): Promise<number> => {
    const { perSecond } = await runCallers(CALLERS, ROUND_SECONDS, () => {
      const from = 1 + Math.floor(Math.random() * (ACCOUNTS - 1))
      return one.move(from, popular ? 0 : 1 + (from % (ACCOUNTS - 1)))
    })
    return perSecond
  }
  await inTransaction(db.database, tx => openLedger().post(tx, [pool]))
  for (const one of [posting, call, bank]) await rate(one, false)

  const rounds: Record<string, number[]> = {}
  const note = (name: string, ratio: number) => {
    rounds[name] = [...(rounds[name] ?? []), ratio]
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [load, popular] of [
      ['any accounts', false],
      ['one popular account', true],
    ] as const) {
      const base = await rate(bank, popular)
      note(`transfers, ${load}`, (await rate(posting, popular)) / base)
      note(`money calls, ${load}`, (await rate(call, popular)) / base)
    }
    note(
      'payments of a settlement',
      (await paid(sorted, `round ${round}`)) / (await rate(bank, false)),
    )
  }
  const now = Object.fromEntries(
    Object.entries(rounds).map(([name, ratios]) => [name, twoDigits(median(ratios))]),
  )
  console.table(
    Object.fromEntries(
      Object.entries(now).map(([name, ratio]) => [
        name,
        { now: ratio, recorded: recorded[name] ?? null },
      ]),
    ),
  )
  if (options.record) writeFileSync(recordedIn, `${JSON.stringify(now, null, 2)}\n`)
} finally {
  await db.close()
}

/** How many of these members are paid in a second, by a settlement's way. */
async function paid(members: readonly string[], settlementId: string): Promise<number> {
  const took = await seconds(() =>
    openLedger().postCredits(db.database, {
      settlementId,
      kind: 'static_earning',
      from: pool.to,
      credits: members.map(owner => ({ owner, amount: 1n })),
    }),
  )
  return members.length / took
}

function twoDigits(ratio: number): number {
  return Number(ratio.toPrecision(2))
}
