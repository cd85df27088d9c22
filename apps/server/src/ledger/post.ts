import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { Refused } from '../platform/refused.ts'
import { openBook, writeBook } from './book-store.ts'
import { LedgerBug } from './bug.ts'
import { decideGroup, type Shortfall } from './decide.ts'
import { type DraftGroup, draftGroup } from './draft.ts'
import type { Answer, TransferOrder } from './ledger.ts'

/**
 * Lock, decide, write. A repeat is looked up only where it can show: at a refusal or a conflict.
 */
export async function postGroup(tx: Tx, orders: readonly TransferOrder[]): Promise<Answer> {
  const group = draftGroup(orders)
  const book = await openBook(tx, group.accounts)
  const refusal = decideGroup(book, group)
  if (refusal) {
    // A repeat must be replayed even when the first time spent what it would need again.
    if (await wasPosted(tx, group)) return 'replayed'
    throw refusedBy(refusal)
  }
  const { transfers } = await writeBook(tx, book)
  if (transfers === book.batch().transfers.length) return 'done'
  if (!(await wasPosted(tx, group))) throw new LedgerBug('a new group met a row that is not there')
  return 'replayed'
}

/** The refusal as the caller's answer. */
export const refusedBy = ({ asset, needed, available }: Shortfall): Refused =>
  new Refused('insufficientBalance', {
    asset,
    needed: formatAmount(needed),
    available: formatAmount(available > 0n ? available : 0n),
  })

/**
 * Whether this very group is in the books.
 * @throws LedgerBug when one of its references or ids is there with different content.
 */
async function wasPosted(tx: Tx, group: DraftGroup): Promise<boolean> {
  const ids = group.transfers.filter(one => one.callerMade).map(one => one.id)
  const { rows } = await sql<{ kind: string; reference: string; requestHash: Buffer }>`
    select kind, reference, request_hash from ledger_transfer
    where (kind, reference) in (
      select * from unnest(
        ${group.transfers.map(one => one.kind)}::text[],
        ${group.transfers.map(one => one.reference)}::text[]))
    union all
    select kind, reference, request_hash from ledger_transfer where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  const other = rows.find(row => !row.requestHash.equals(group.requestHash))
  if (other)
    throw new LedgerBug(`${other.kind} ${other.reference} is in the books with another content`)
  return rows.length > 0
}
