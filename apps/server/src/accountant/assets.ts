import type { ClientBase } from 'pg'
import { ask, stream } from './books.ts'
import { counted, type Findings } from './findings.ts'
import { everyTransfer } from './transfers.ts'

/** Transfers whose accounts are missing or of another asset; the database joins them. */
const misplacedTransfers = `
  select transfer.id, transfer.asset, coalesce(d.asset, 'no account'), coalesce(c.asset, 'no account')
  from ${everyTransfer}
  left join ledger_account d on d.id = transfer.debit_account
  left join ledger_account c on c.id = transfer.credit_account
  where d.asset is distinct from transfer.asset or c.asset is distinct from transfer.asset`

/** A transfer stays within its asset. */
export async function checkAssets(books: ClientBase, findings: Findings): Promise<void> {
  for await (const page of stream(books, misplacedTransfers))
    for (const [id, asset, debit, credit] of page)
      findings.add(
        `ledger_every_transfer ${id}: asset is ${asset}, it goes from ${debit} to ${credit}`,
      )
  findings.close('assets', 'both sides of every transfer')
}

/** Checks that every guard of the history exists and is enabled. */
const guardsQuery = `
  with guard as (
    select tgrelid, tgenabled in ('O', 'A') as is_on from pg_trigger
    where tgfoid = (select oid from pg_proc where proname = 'ledger_is_history'))
  select c.relname, count(g.is_on), count(*) filter (where g.is_on)
  from pg_class c left join guard g on g.tgrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and (g.tgrelid is not null
    or c.relname in ('ledger_transfer', 'ledger_transfer_block', 'ledger_settlement', 'ledger_hold',
      'ledger_hold_resolution', 'ledger_epoch', 'ledger_audit'))
  group by c.relname order by c.relname`

/** A disabled guard is no change yet, but an operator should ask who disabled it. */
export async function checkGuards(books: ClientBase, findings: Findings): Promise<void> {
  const rows = await ask(books, guardsQuery)
  for (const [table, all, on] of rows)
    if (Number(on) < 2 || on !== all)
      findings.add(`${table}: ${on} of the guards of its history are on, there should be 2 or more`)
  findings.close('guards', `tables ${counted(rows.length)}`)
}
