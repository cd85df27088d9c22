import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  type AccountState,
  accountColumns,
  accountId,
  lockAccounts,
  SPLIT_ID,
  splitAccount,
} from './accounts.ts'
import { Book, splitTransfer } from './book.ts'
import { writeBook } from './book-store.ts'
import { LedgerBug } from './bug.ts'
import { currentEpoch, type Epoch, readEpochs } from './epochs.ts'
import { houseAccount, type Split } from './ledger.ts'

/** The multiples that a split may have: rule book 2.11. */
const multiples: readonly number[] = [2, 5, 10]

const issueAccount = houseAccount('LEAF', 'ISSUE')

/**
 * Splits the coin: one row and two house lines, however many hold it. From this commit on every
 * read counts older amounts times the multiple. Formula: rule book 2.11, N = −ISSUE.
 * @throws LedgerBug for another multiple, or when no coin is outstanding.
 */
export async function splitCoin(tx: Tx, multiple: number): Promise<Split> {
  if (!multiples.includes(multiple)) throw new LedgerBug(`no split by ${multiple}`)
  const accounts = await lockAccounts(tx, [issueAccount, splitAccount])
  const epochs = await readEpochs(tx)
  const issue = accounts.get(accountId(issueAccount)) as AccountState
  const outstanding = -issue.posted
  if (outstanding <= 0n) throw new LedgerBug('no coin is outstanding: there is nothing to split')
  const epoch = await beginEpoch(tx, (epochs.at(-1)?.epoch ?? 0) + 1, multiple)
  const book = new Book(accounts, epochs)
  const amount = outstanding * BigInt(multiple - 1)
  book.post(splitTransfer(epoch, SPLIT_ID, amount, issue.id))
  // This line applies the split to the contra accounts; all other accounts get their lines later.
  for (const id of accounts.keys()) book.account(id).epoch = epoch.epoch
  const { transfers } = await writeBook(tx, book)
  if (transfers !== 1) throw new LedgerBug(`split ${epoch.epoch} is in the books already`)
  return { epoch: epoch.epoch, multiple, before: outstanding, after: outstanding + amount }
}

async function beginEpoch(tx: Tx, epoch: number, multiple: number): Promise<Epoch> {
  const asset = issueAccount.asset
  const { beganAt } = await tx
    .insertInto('ledgerEpoch')
    .values({ epoch, asset, multiple })
    .returning('beganAt')
    .executeTakeFirstOrThrow()
  return { epoch, asset, multiple, beganAt }
}

/**
 * Writes the missing split lines of some accounts; returns how many. Locks SPLIT first and waits
 * for no other lock after it, so it cannot be part of a deadlock.
 */
export const writeSplitLines = (database: Database, limit: number): Promise<number> =>
  inTransaction(database, async tx => {
    const epochs = await readEpochs(tx)
    const current = currentEpoch(epochs, splitAccount.asset)
    if (current === 0) return 0
    const split = await lockAccounts(tx, [splitAccount])
    const { rows } = await sql<AccountState>`
      select ${sql.raw(accountColumns)} from ledger_account
      where asset = 'LEAF' and epoch < ${current}
      order by epoch, id limit ${limit} for update skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const book = new Book(new Map([...split, ...rows.map(row => [row.id, row] as const)]), epochs)
    for (const { id } of rows) book.account(id)
    const { transfers } = await writeBook(tx, book)
    if (transfers !== book.batch().transfers.length)
      throw new LedgerBug('an account of an older epoch has the split line already')
    return rows.length
  })
