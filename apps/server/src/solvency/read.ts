import {
  ChainTrouble,
  type CustodyInstant,
  type CustodyReader,
  type CustodyReading,
} from '../deposits/index.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Platform } from '../platform/module.ts'
import { isAmiss } from './decide.ts'
import { readingOf } from './reading.ts'
import {
  amissSince,
  type Books,
  isReadFromChain,
  newestCheck,
  readBooks,
  writeReading,
  writeRed,
} from './store.ts'

/** What a reading needs. */
export interface ReadingDeps {
  /** Reads the balance of every address of custody; null where no chain is connected. */
  custody: CustodyReader | null
  /** The amount in the books without proof, entered by people, micro-USDT. */
  typedTotal(reader: Database | Tx): Promise<bigint>
  /** All shortfalls that were ever confirmed, micro-USDT. */
  confirmedTotal(reader: Database | Tx): Promise<bigint>
  /**
   * The amount that left the hot wallet up to a block for payouts that the books hold as on the
   * way, micro-USDT.
   */
  payoutsGone(reader: Database | Tx, block: number): Promise<bigint>
  /**
   * Since when a loss waits for its run, or a settlement is halted; null while neither is so. Rule
   * book 2.17.
   */
  redSince(reader: Database | Tx): Promise<Date | null>
}

/** The books at one instant of the database, and the block of the chain at that time. */
interface Instant {
  books: Books | null
  custody: CustodyInstant | null
  /** Payouts that are on the chain up to that block and not booked. */
  unbooked: bigint
  confirmed: bigint
  typed: bigint
  red: boolean
  readAt: Date
}

const takeInstant = (database: Database, deps: ReadingDeps): Promise<Instant> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const custody = (await deps.custody?.instant(tx)) ?? null
      const unbooked = custody ? await deps.payoutsGone(tx, custody.block.number) : 0n
      return {
        books: await readBooks(tx),
        custody,
        unbooked,
        confirmed: await deps.confirmedTotal(tx),
        typed: await deps.typedTotal(tx),
        red: (await deps.redSince(tx)) !== null,
        readAt: await systemNow(tx),
      }
    })

/**
 * Reads the books first, then the chain at the block that was final for them: both are of one
 * instant. Where the chain does not answer, its last answer of this period counts until it is too
 * old.
 */
export async function readOnce({ database, logger }: Platform, deps: ReadingDeps): Promise<void> {
  const instant = await takeInstant(database, deps)
  const { books, unbooked, typed, confirmed, red, readAt } = instant
  const read = await askChain(instant.custody, deps).catch(error => {
    if (!(error instanceof ChainTrouble)) throw error
    logger.warn({ reason: error.message }, 'custody was not read from the chain')
    return null
  })
  if (books === null) return
  await inTransaction(database, async tx => {
    if (read === null && (await isReadFromChain(tx, books.period)))
      return writeRed(tx, books.period, red)
    const { custody, owed, missing, figures } = readingOf(books, read, { typed, unbooked })
    const blockNumber = read?.block.number ?? null
    const amissSince = await amissFrom(tx, { custody, owed, blockNumber, readAt })
    await writeReading(tx, {
      period: books.period,
      custody,
      owed,
      readAt,
      red,
      missing,
      blockNumber,
      blockHash: read?.block.hash ?? null,
      amissSince,
      confirmed: read === null ? null : confirmed,
      figures: JSON.stringify(figures),
    })
  })
}

/**
 * Since when the state that is about to be stored has a fault. When it begins, open deals on the
 * market are ended first.
 */
async function amissFrom(
  tx: Tx,
  read: { custody: bigint; owed: bigint; blockNumber: number | null; readAt: Date },
): Promise<Date | null> {
  if (!isAmiss({ ...read, check: await newestCheck(tx) })) return null
  const before = await amissSince(tx)
  if (before === null) await holdLock(tx, 'marketStop')
  return before ?? read.readAt
}

const askChain = async (
  instant: CustodyInstant | null,
  { custody }: ReadingDeps,
): Promise<CustodyReading | null> =>
  instant === null || custody === null ? null : custody.read(instant)
