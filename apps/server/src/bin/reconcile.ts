import { checks } from '../invariants.ts'
import { inSnapshot } from '../ledger/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'

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
