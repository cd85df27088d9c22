import type { ClientBase } from 'pg'
import { type Row, stream } from './books.ts'
import { counted, type Findings } from './findings.ts'
import type { Factor } from './splits.ts'

/** Each hold with its end and the transfers that took from it, whichever of the three exists. */
const holdsQuery = `
  select coalesce(h.id, r.hold_id, t.hold_id), h.amount, h.epoch, a.asset, r.outcome, r.posted,
    t.taken, t.last_epoch, coalesce(t.elsewhere, false)
  from ledger_hold h
  left join ledger_account a on a.id = h.account_id
  full join ledger_hold_resolution r on r.hold_id = h.id
  full join (
    select transfer.hold_id, sum(transfer.amount) as taken, max(transfer.epoch) as last_epoch,
      bool_or(transfer.debit_account is distinct from held.account_id) as elsewhere
    from ledger_transfer transfer left join ledger_hold held on held.id = transfer.hold_id
    where transfer.hold_id is not null group by transfer.hold_id
  ) t on t.hold_id = coalesce(h.id, r.hold_id)`

/** Each hold ends at most once, by exactly what its transfers took from its own account. */
export async function checkHolds(
  books: ClientBase,
  findings: Findings,
  factor: Factor,
): Promise<void> {
  let holds = 0
  for await (const page of stream(books, holdsQuery)) {
    for (const row of page) checkHold(row, findings, factor)
    holds += page.length
  }
  findings.close('holds', `holds ${counted(holds)}`)
}

function checkHold(row: Row, findings: Findings, factor: Factor): void {
  const [id, amount, epoch, asset, outcome, posted, taken, lastEpoch, elsewhere] = row
  const wrong = (table: string, what: string) => findings.add(`${table} ${id}: ${what}`)
  if (amount === null || amount === undefined) {
    if (outcome !== null) wrong('ledger_hold_resolution', 'ends a hold that is not there')
    if (taken !== null) wrong('ledger_hold', `is not there, and transfers took ${taken} by it`)
    return
  }
  if ((taken ?? '0') !== (posted ?? '0'))
    wrong(
      'ledger_hold_resolution',
      `posted is ${posted ?? 'nothing'}, the transfers of its hold took ${taken ?? '0'}`,
    )
  if ((outcome === 'posted') !== (taken !== null))
    wrong(
      'ledger_hold_resolution',
      `outcome is ${outcome ?? 'open'}, the transfers of its hold took ${taken ?? 'nothing'}`,
    )
  const most = BigInt(amount) * factor(asset ?? '', Number(epoch), Number(lastEpoch ?? epoch))
  if (taken != null && BigInt(taken) > most)
    wrong('ledger_hold', `amount is ${amount}, its transfers took ${taken}`)
  if (elsewhere === 't') wrong('ledger_hold', 'a transfer by it takes from another account')
}
