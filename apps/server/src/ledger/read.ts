import type { Asset } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { accountId } from './accounts.ts'
import { splitReference } from './book.ts'
import { readEpochs } from './epochs.ts'
import {
  type AccountName,
  type Balance,
  houseAccount,
  memberAccount,
  memberAccountKinds,
  type PastSplit,
} from './ledger.ts'

/** Later splits are multiplied once for all accounts that have stood still since the same one. */
const selectBalances = prepared(
  'member_balances',
  (given: Placeholders<{ owners: readonly string[] }>) => sql<Balance & { owner: string }>`
    with account as materialized (
      select owner, asset, kind, posted, held, epoch from ledger_account
      where owner = any(${given.owners}::uuid[])
    ), later as materialized (
      select asset, epoch, ledger_later_multiple(asset, epoch) as times
      from (select distinct asset, epoch from account) as stood
    )
    select owner, asset, kind, posted * times as posted, held * times as held
    from account join later using (asset, epoch) order by owner, asset, kind`,
)

/**
 * Every account of these owners that was ever used, ordered by asset and kind, in current units.
 * Owners without any are left out.
 */
export async function balancesAmong(
  database: Database | Tx,
  owners: readonly string[],
): Promise<Map<string, Balance[]>> {
  const balances = new Map<string, Balance[]>()
  for (const { owner, ...balance } of await selectBalances(database, { owners })) {
    const own = balances.get(owner)
    if (own) own.push(balance)
    else balances.set(owner, [balance])
  }
  return balances
}

export const balancesOf = async (database: Database | Tx, owner: string): Promise<Balance[]> =>
  (await balancesAmong(database, [owner])).get(owner) ?? []

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
 * Each transfer between the outside world and the owner's spendable USDT, summed by direction; a
 * withdrawal goes out through `PAYOUTS`, and counts from then on, without its fee. The other side's
 * id is a literal, so that the partial indexes of exactly these rows are used.
 */
export async function totalsOf(database: Database | Tx, owner: string): Promise<Totals> {
  const [totals] = await selectTotals(database, { own: accountId(memberAccount(owner, usdt)) })
  return totals ?? { totalIn: 0n, totalOut: 0n }
}

interface Totals {
  totalIn: bigint
  totalOut: bigint
}

const outside = sql.lit(accountId(houseAccount(usdt, 'EXT')))
const onTheWay = sql.lit(accountId(houseAccount(usdt, 'PAYOUTS')))
const selectTotals = prepared(
  'member_totals',
  ({ own }: Placeholders<{ own: string }>) => sql<Totals>`
    select
      (select coalesce(sum(amount), 0) from ledger_transfer
        where credit_account = ${own}::uuid and debit_account = ${outside}) as total_in,
      (select coalesce(sum(amount), 0) from ledger_transfer
        where debit_account = ${own}::uuid and credit_account = ${outside})
      + (select coalesce(sum(amount) filter (where kind = 'withdrawal'), 0) from ledger_transfer
        where debit_account = ${own}::uuid and credit_account = ${onTheWay})
      - (select coalesce(sum(amount) filter (where kind = 'withdrawal_return'), 0) from ledger_transfer
        where credit_account = ${own}::uuid and debit_account = ${onTheWay}) as total_out`,
)

/** The coin's splits, the oldest first. */
export async function coinSplits(database: Database | Tx): Promise<PastSplit[]> {
  const epochs = await readEpochs(database)
  return epochs
    .filter(({ asset }) => asset === 'LEAF')
    .map(({ epoch, multiple, beganAt }) => ({ epoch, multiple, at: beganAt }))
}

/**
 * An owner's coins just before each split: an account that has its split line shows q × (m − 1) in
 * it, and one that lacks it still has its older balance, times the splits in between.
 */
export async function coinsBeforeSplits(
  database: Database | Tx,
  owner: string,
): Promise<{ epoch: number; quantity: bigint }[]> {
  const splits = await coinSplits(database)
  const own = memberAccountKinds.map(kind => accountId(memberAccount(owner, 'LEAF', kind)))
  const lines = splits.flatMap(({ epoch, multiple }) =>
    own.map(account => ({ epoch, multiple, account, reference: splitReference(epoch, account) })),
  )
  const { rows } = await sql<{ epoch: number; quantity: bigint }>`
    select line.epoch, sum(coalesce(
      div(told.amount, line.multiple - 1),
      case when account.epoch < line.epoch then account.posted * (
        select ledger_product(multiple) from ledger_epoch
        where asset = 'LEAF' and epoch > account.epoch and epoch < line.epoch) end,
      0)) as quantity
    from unnest(
      ${lines.map(line => line.epoch)}::integer[],
      ${lines.map(line => line.multiple)}::integer[],
      ${lines.map(line => line.account)}::uuid[],
      ${lines.map(line => line.reference)}::text[]) as line (epoch, multiple, account_id, reference)
    join ledger_account account on account.id = line.account_id
    left join ledger_transfer told on told.kind = 'split' and told.reference = line.reference
    group by line.epoch having sum(coalesce(told.amount, 0)) > 0 or bool_or(account.epoch < line.epoch and account.posted > 0)
    order by line.epoch`.execute(database)
  return rows
}
