import type { Tx } from '../platform/database/connect.ts'
import {
  type AccountState,
  accountId,
  lockAccounts,
  lockRows,
  SPLIT_ID,
  splitAccount,
} from './accounts.ts'
import { Book } from './book.ts'
import { laterEpochs, readEpochs } from './epochs.ts'
import type { AccountName } from './ledger.ts'
import { writeBatch } from './write.ts'
import type { Written } from './write-statement.ts'

/** The locked accounts of a caller's transaction, as books to decide on. */
export async function openBook(tx: Tx, names: readonly AccountName[]): Promise<Book> {
  const accounts = await lockAccounts(tx, names)
  if (!names.some(({ asset }) => asset === splitAccount.asset)) return new Book(accounts, [])
  // Read after the locks are held: this sees a split that committed while the transaction waited.
  const epochs = await readEpochs(tx)
  const missed = [...accounts.values()].some(
    ({ asset, epoch }) => laterEpochs(epochs, asset, epoch).length > 0,
  )
  if (missed && !accounts.has(SPLIT_ID)) accounts.set(SPLIT_ID, await lockSplit(tx))
  return new Book(accounts, epochs)
}

async function lockSplit(tx: Tx): Promise<AccountState> {
  const [split] = await lockRows(tx, { ids: [accountId(splitAccount)] })
  return split as AccountState
}

/**
 * Writes the decisions of a book. Writes nothing when one of its requests is in the books already.
 */
export const writeBook = (tx: Tx, book: Book): Promise<Written> => writeBatch(tx, book.batch())
