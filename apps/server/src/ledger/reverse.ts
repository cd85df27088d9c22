import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { accountId } from './accounts.ts'
import { openBook } from './joined.ts'
import type { AccountName } from './ledger.ts'

/** Closes an account for good; refuses while anything is in it or held on it. */
export async function closeAccount(tx: Tx, name: AccountName): Promise<void> {
  const book = await openBook(tx, [name])
  const account = book.account(accountId(name))
  if (account.posted !== 0n || account.held !== 0n) refuse('walletNotEmpty')
  await sql`
    update ledger_account set closed_at = house_now()
    where id = ${account.id}::uuid and closed_at is null`.execute(tx)
}
