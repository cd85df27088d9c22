import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { accountId } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { Reversal } from './draft.ts'
import { openBook } from './joined.ts'
import type { AccountName, Answer } from './ledger.ts'
import { postGroup } from './post.ts'

/**
 * Corrects a transfer by a new one in the opposite direction, once for each transfer: the new one
 * names the reversed one, and a repeat replays. Coins are given back in current units.
 */
export async function reverseTransfer(tx: Tx, transferId: string): Promise<Answer> {
  const { rows } = await sql<Reversed>`
    select transfer.kind, transfer.amount, transfer.epoch, transfer.asset,
      debit.owner as debit_owner, debit.kind as debit_kind,
      credit.owner as credit_owner, credit.kind as credit_kind
    from (
      select id, kind, amount, epoch, asset, debit_account, credit_account from ledger_transfer
      where id = ${transferId}::uuid
      union all
      select ${transferId}::uuid, kind, abs(amounts[place]), epoch, asset,
        case when amounts[place] > 0 then house_account else accounts[place] end,
        case when amounts[place] > 0 then accounts[place] else house_account end
      from (
        select * from ledger_transfer_block where first_id <= ${transferId}::uuid
        order by first_id desc limit 1) block
      cross join lateral generate_series(1, cardinality(owners)) as place
      where ledger_counted_id(first_id, place - 1) = ${transferId}::uuid) transfer
    join ledger_account debit on debit.id = transfer.debit_account
    join ledger_account credit on credit.id = transfer.credit_account`.execute(tx)
  const [done] = rows
  if (!done) throw new LedgerBug(`there is no transfer ${transferId}`)
  if (done.kind === 'reversal' || done.kind === 'split')
    throw new LedgerBug(`a ${done.kind} is not reversed`)
  const { asset, amount, epoch } = done
  const reversal: Reversal = {
    from: { owner: done.creditOwner, asset, kind: done.creditKind },
    to: { owner: done.debitOwner, asset, kind: done.debitKind },
    amount,
    epoch,
    kind: 'reversal',
    reference: transferId,
    reverses: transferId,
  }
  return postGroup(tx, [reversal])
}

interface Reversed {
  kind: string
  amount: bigint
  epoch: number
  asset: AccountName['asset']
  debitOwner: string
  debitKind: AccountName['kind']
  creditOwner: string
  creditKind: AccountName['kind']
}

/** Closes an account for good; refuses while anything is in it or held on it. */
export async function closeAccount(tx: Tx, name: AccountName): Promise<void> {
  const book = await openBook(tx, [name])
  const account = book.account(accountId(name))
  if (account.posted !== 0n || account.held !== 0n) refuse('walletNotEmpty')
  await sql`
    update ledger_account set closed_at = house_now()
    where id = ${account.id}::uuid and closed_at is null`.execute(tx)
}
