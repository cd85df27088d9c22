import type { Asset } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { accountId } from './accounts.ts'
import { type AccountName, type Balance, houseAccount, memberAccount } from './ledger.ts'

/** Every account of an owner that was ever used, ordered by asset and kind, in today's units. */
export async function balancesOf(database: Database | Tx, owner: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select asset, kind, posted * times as posted, held * times as held
    from ledger_account, ledger_later_multiple(asset, epoch) as times
    where owner = ${owner}::uuid order by asset, kind`.execute(database)
  return rows
}

export async function balanceOf(
  database: Database | Tx,
  account: AccountName,
): Promise<{ posted: bigint; held: bigint }> {
  const { rows } = await sql<{ posted: bigint; held: bigint }>`
    select posted * times as posted, held * times as held
    from ledger_account, ledger_later_multiple(asset, epoch) as times
    where id = ${accountId(account)}::uuid`.execute(database)
  return rows[0] ?? { posted: 0n, held: 0n }
}

const usdt: Asset = 'USDT'

/**
 * Each transfer between the outside world and the owner's spendable USDT, summed by direction.
 * The outside world's id is a literal, so that the partial indexes of exactly these rows are used.
 */
export async function totalsOf(
  database: Database,
  owner: string,
): Promise<{ totalIn: bigint; totalOut: bigint }> {
  const outside = sql.lit(accountId(houseAccount(usdt, 'EXT')))
  const own = accountId(memberAccount(owner, usdt))
  const { rows } = await sql<{ totalIn: bigint; totalOut: bigint }>`
    select
      (select coalesce(sum(amount), 0) from ledger_transfer
        where credit_account = ${own}::uuid and debit_account = ${outside}) as total_in,
      (select coalesce(sum(amount), 0) from ledger_transfer
        where debit_account = ${own}::uuid and credit_account = ${outside}) as total_out`.execute(
    database,
  )
  return rows[0] ?? { totalIn: 0n, totalOut: 0n }
}
