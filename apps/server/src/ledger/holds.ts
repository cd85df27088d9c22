import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openBook, writeBook } from './book-store.ts'
import { LedgerBug } from './bug.ts'
import { decideEnd, decideGroup, decideHold, type HoldEnd, type HoldState } from './decide.ts'
import { draftGroup, draftHold, drawIds } from './draft.ts'
import type { AccountName, HoldEnding, HoldOrder, TransferOrder } from './ledger.ts'
import { refusedBy } from './post.ts'

/** Sets money aside on its account, or returns the id of the same hold placed before. */
export async function placeHold(tx: Tx, order: HoldOrder): Promise<string> {
  const hold = draftHold(order)
  const book = await openBook(tx, [order.account])
  const refusal = decideHold(book, hold)
  if (refusal) {
    const earlier = await sameHold(tx, order, hold.requestHash)
    if (earlier !== null) return earlier
    throw refusedBy(refusal)
  }
  const { holds } = await writeBook(tx, book)
  if (holds === 1) return hold.id
  const earlier = await sameHold(tx, order, hold.requestHash)
  if (earlier === null) throw new LedgerBug('a new hold met a row that is not there')
  return earlier
}

async function sameHold(tx: Tx, order: HoldOrder, hash: Buffer): Promise<string | null> {
  const row = await tx
    .selectFrom('ledgerHold')
    .select(['id', 'requestHash'])
    .where('kind', '=', order.kind)
    .where('reference', '=', order.reference)
    .executeTakeFirst()
  if (!row) return null
  if (!row.requestHash.equals(hash))
    throw new LedgerBug(`hold ${order.kind} ${order.reference} is there with another content`)
  return row.id
}

/** Ends a hold: its amount is freed and the group takes its part in the same statement. */
export const postHold = (tx: Tx, holdId: string, group: readonly TransferOrder[]): Promise<void> =>
  endHolds(tx, [{ holdId, group }])

/** Ends a hold without a transfer. */
export const voidHold = (tx: Tx, holdId: string): Promise<void> =>
  endHolds(tx, [{ holdId, group: null }])

/**
 * Ends many holds at once: one row for each end, so the second caller finds the first. Further
 * transfers are decided after the ends: they may spend what those gave.
 */
export async function endHolds(
  tx: Tx,
  endings: readonly HoldEnding[],
  beside: readonly TransferOrder[] = [],
): Promise<void> {
  if (endings.length === 0) return
  const lines = endings.reduce((total, { group }) => total + (group?.length ?? 0), beside.length)
  const transferIds = drawIds(lines)
  const ends = endings.map(ending => endOf(ending, transferIds))
  const group = beside.length > 0 ? draftGroup(beside, null, transferIds) : null
  const ids = endings.map(({ holdId }) => holdId)
  const named = await loadHolds(tx, ids)
  const groups = [...ends.map(end => end.group), group]
  const book = await openBook(tx, [...named, ...groups.flatMap(one => one?.accounts ?? [])])
  // Only under the lock of its account is it certain whether a hold has ended.
  const holds = await statesOf(tx, ids)
  for (const [place, end] of ends.entries()) decideEnd(book, holds[place] as HoldState, end)
  const refusal = group && decideGroup(book, group)
  if (refusal) throw refusedBy(refusal)
  const written = await writeBook(tx, book)
  if (written.ends !== ends.length) throw new LedgerBug(`a hold of ${ids.join()} has ended already`)
  if (written.transfers !== book.batch().transfers.length)
    throw new LedgerBug(`holds ${ids.join()}: a reference of theirs is in the books already`)
}

/** Takes the ids of its transfers from the front of the remaining ones. */
function endOf({ holdId, group: orders }: HoldEnding, ids: string[]): HoldEnd {
  if (orders === null) return { outcome: 'voided', request: newUuid(), group: null }
  const group = draftGroup(orders, holdId, ids.splice(0, orders.length))
  return { outcome: 'posted', request: group.id, group }
}

/**
 * The accounts of holds. A hold's row never changes, so it may be read before its account is
 * locked.
 */
async function loadHolds(tx: Tx, ids: readonly string[]): Promise<AccountName[]> {
  const { rows } = await sql<AccountName & { id: string }>`
    select hold.id, account.owner, account.asset, account.kind
    from ledger_hold hold join ledger_account account on account.id = hold.account_id
    where hold.id = any(${ids}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, ...name }) => [id, name]))
  return ids.map(id => {
    const name = names.get(id)
    if (!name) throw new LedgerBug(`there is no hold ${id}`)
    return name
  })
}

/** The current state of holds, in the order of the ids. */
async function statesOf(tx: Tx, ids: readonly string[]): Promise<HoldState[]> {
  const { rows } = await sql<HoldState>`
    select hold.id, hold.account_id as account, account.asset, hold.amount, hold.epoch, ended.outcome
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join ledger_hold hold on hold.id = asked.id
    join ledger_account account on account.id = hold.account_id
    left join ledger_hold_resolution ended on ended.hold_id = hold.id
    order by asked.place`.execute(tx)
  return rows
}
