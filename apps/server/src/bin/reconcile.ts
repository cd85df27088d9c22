import { checkDeposits, depositNotices } from '../deposits/index.ts'
import { checkDistribution } from '../distribution/index.ts'
import { checkDynamic, checkEarnings } from '../earnings/index.ts'
import { checkExchanges } from '../exchanges/index.ts'
import { type Breach, checkInvariants, inSnapshot } from '../ledger/index.ts'
import { checkNetwork } from '../network/index.ts'
import { checkOperators } from '../operators/index.ts'
import { checkOtc } from '../otc/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool, type Database } from '../platform/database/connect.ts'
import { checkSubscriptions } from '../subscriptions/index.ts'
import { checkTreasury } from '../treasury/index.ts'
import { checkWithdrawals } from '../withdrawals/index.ts'

interface Check {
  name: string
  /** Looks for what breaks the room's invariants; empty when nothing does. */
  check(database: Database): Promise<Breach[]>
  /** What a person should know although nothing is broken. */
  notices?(database: Database): Promise<string[]>
}

/** Every room that has invariants. */
const checks: readonly Check[] = [
  { name: 'ledger', check: checkInvariants },
  { name: 'deposits', check: checkDeposits, notices: depositNotices },
  { name: 'withdrawals', check: checkWithdrawals },
  { name: 'subscriptions', check: checkSubscriptions },
  { name: 'earnings', check: checkEarnings },
  { name: 'exchanges', check: checkExchanges },
  { name: 'treasury', check: checkTreasury },
  { name: 'otc', check: checkOtc },
  { name: 'operators', check: checkOperators },
  { name: 'network', check: checkNetwork },
  { name: 'distribution', check: checkDistribution },
  { name: 'network pay', check: checkDynamic },
]

/**
 * The door that looks whether the books are whole: all checks in one REPEATABLE READ snapshot, one
 * line for each, every breach named under it.
 * Exit code: 0 all is well, 1 an invariant is broken, 2 it could not be looked at.
 */
async function main(): Promise<void> {
  const pool = connectPool(readConfig(process.env).databaseUrl, { max: 1 })
  try {
    const sound = await inSnapshot(connectDatabase(pool), async snapshot => {
      let total = 0
      for (const { name, check, notices } of checks) {
        const breaches = await check(snapshot)
        console.log(`${name}: ${breaches.length === 0 ? 'ok' : counted(breaches.length)}`)
        for (const { invariant, what } of breaches) console.log(`  ${invariant}: ${what}`)
        for (const notice of (await notices?.(snapshot)) ?? []) console.log(`  note: ${notice}`)
        total += breaches.length
      }
      return total === 0
    })
    process.exitCode = sound ? 0 : 1
  } finally {
    await pool.end()
  }
}

const counted = (count: number): string => (count === 1 ? '1 breach' : `${count} breaches`)

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : unreadable(error))
  process.exitCode = 2
})

/** Says why the books could not be read, without the address, which holds a password. */
function unreadable(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return `The books could not be read (${message || code || 'no reason given'}). Look whether the database of DATABASE_URL is up and migrated.`
}
