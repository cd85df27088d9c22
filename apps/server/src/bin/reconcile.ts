import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { ChainTrouble, checkAgainstChain } from '../deposits/index.ts'
import { checks, notices } from '../invariants.ts'
import { type Breach, inSnapshot } from '../ledger/index.ts'
import { type ChainConfig, ConfigError, readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool, type Database } from '../platform/database/connect.ts'

/**
 * Checks whether the books are whole: all checks in one REPEATABLE READ snapshot, one line for
 * each, every breach named under it. Where nodes of a chain are set, every final transfer to and
 * from custody is then read from the chain again and compared with the books, from the block of
 * --from-block if given. Exit code: 0 all is well, 1 an invariant is broken, 2 the check was not
 * possible.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'from-block': { type: 'string' } } })
  const fromBlock = readBlock(values['from-block'])
  const config = readConfig(process.env)
  const pool = connectPool(config.databaseUrl, { max: 2 })
  try {
    const database = connectDatabase(pool)
    let breaches = await inSnapshot(database, checkBooks)
    if (config.chain === null) console.log('chain: not asked (CHAIN_RPC_URLS is not set)')
    else breaches += await checkChain(database, config.chain, fromBlock)
    process.exitCode = breaches === 0 ? 0 : 1
  } finally {
    await pool.end()
  }
}

function readBlock(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new ConfigError('--from-block is no number of a block: give one such as 41000000.')
}

/** Every check of the books alone. Returns the number of breaches. */
async function checkBooks(snapshot: Database): Promise<number> {
  let total = 0
  for (const { name, check } of checks) total += report(name, await check(snapshot))
  for (const read of notices)
    for (const notice of await read(snapshot)) console.log(`note: ${notice}`)
  return total
}

/** Compares the books with the chain. */
async function checkChain(
  database: Database,
  chain: ChainConfig,
  fromBlock: number | null,
): Promise<number> {
  const logger = pino({ level: 'silent' })
  const comparison = await checkAgainstChain({ database, logger }, chain, fromBlock)
  if (comparison === null) {
    console.log('chain: nothing to compare yet')
    return 0
  }
  const { deposits, receipts, outgoing, from, to } = comparison
  const read = `${deposits} recharges, ${receipts} receipts and ${outgoing} transfers out in blocks ${from} to ${to}`
  return report(`chain (${read})`, comparison.breaches)
}

function report(name: string, breaches: readonly Breach[]): number {
  console.log(`${name}: ${breaches.length === 0 ? 'ok' : counted(breaches.length)}`)
  for (const { invariant, what } of breaches) console.log(`  ${invariant}: ${what}`)
  return breaches.length
}

const counted = (count: number): string => (count === 1 ? '1 breach' : `${count} breaches`)

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : unreadable(error))
  process.exitCode = 2
})

/** Reports why the books could not be read, without the address, which contains a password. */
function unreadable(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  if (error instanceof ChainTrouble)
    return `The chain could not be read (${message}). Look whether the nodes of CHAIN_RPC_URLS answer.`
  return `The books could not be read (${message || code || 'no reason given'}). Look whether the database of DATABASE_URL is up and migrated.`
}
