import type pg from 'pg'
import { accountId } from './accounts.ts'
import type { AccountName } from './ledger.ts'

/** A line of one account, with the balance after it. */
interface AccountLine {
  transferId: string
  kind: string
  amount: bigint
  balanceAfter: bigint
}

/** Every line of an account, newest first, also of a house account. */
export async function linesOf(owner: pg.Pool, account: AccountName): Promise<AccountLine[]> {
  const { rows } = await owner.query<Record<keyof AccountLine, string>>(
    `select line.transfer_id as "transferId", transfer.kind, line.amount, line.balance_after as "balanceAfter"
    from ledger_posting line join ledger_every_transfer transfer on transfer.id = line.transfer_id
    where line.account_id = $1 order by line.version desc`,
    [accountId(account)],
  )
  return rows.map(row => ({
    ...row,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balanceAfter),
  }))
}
