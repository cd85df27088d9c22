import { type Asset, formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import { plainArray, sparseArray, textArray } from '../platform/database/array-text.ts'
import type { Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { Refused } from '../platform/refused.ts'
import { type AccountColumns, columnsOf, inOrder } from './accounts.ts'
import { openBook, writeBook } from './book-store.ts'
import { LedgerBug } from './bug.ts'
import { decideGroup, type Shortfall } from './decide.ts'
import { type DraftGroup, draftGroup } from './draft.ts'
import type { Answer, TransferOrder } from './ledger.ts'

/**
 * Posts a group with one statement. Where a split has to be applied to one of its accounts first, it
 * is decided in the program, which writes the lines of the split as well.
 */
export async function postGroup(tx: Tx, orders: readonly TransferOrder[]): Promise<Answer> {
  const group = draftGroup(orders)
  return (await postByStatement(tx, group)) ?? postByDecision(tx, group)
}

/** Posts a group by the statement; null where a split has to be applied first. */
export async function postByStatement(tx: Tx, group: DraftGroup): Promise<Answer | null> {
  const [posted] = await postStatement(tx, valuesOf(group))
  switch (posted?.outcome) {
    case 'done':
    case 'replayed':
      return posted.outcome
    case 'anew':
      return null
    case 'refused':
      throw refusedBy({ ...posted, asset: posted.about as Asset })
    default:
      throw new LedgerBug(`${posted?.about} is in the books with another content`)
  }
}

/**
 * The same in three statements: lock, decide, write. A repeat is looked up only where it can show: at
 * a refusal or a conflict.
 */
export async function postByDecision(tx: Tx, group: DraftGroup): Promise<Answer> {
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

/** What the statement answers; `about` is an asset or the name of a transfer. */
interface Posted {
  outcome: Answer | 'refused' | 'differs' | 'anew'
  about: string
  needed: bigint
  available: bigint
}

interface PostValues extends AccountColumns {
  nets: string
  lines: string
  transferIds: string
  debits: string
  credits: string
  amounts: string
  transferKinds: string
  references: string
  epochs: string
  ownIds: string
  groupId: string
  requestHash: Buffer
}

const postStatement = prepared(
  'ledger_post',
  (given: Placeholders<PostValues>) => sql<Posted>`
    select outcome, about, needed, available from ledger_post(
      ${given.ids}::uuid[], ${given.owners}::uuid[], ${given.assets}::text[], ${given.kinds}::text[],
      ${given.overdrafts}::boolean[], ${given.nets}::numeric[], ${given.lines}::integer[],
      ${given.transferIds}::uuid[], ${given.debits}::integer[], ${given.credits}::integer[],
      ${given.amounts}::numeric[], ${given.transferKinds}::text[], ${given.references}::text[],
      ${given.epochs}::integer[], ${given.ownIds}::uuid[], ${given.groupId}::uuid, ${given.requestHash}::bytea)`,
)

/** An account of a group: its place among them, counted from 1, and what the group does to it. */
interface Touched {
  place: number
  net: bigint
  lines: number
}

function valuesOf({ id, transfers, accounts: names, requestHash }: DraftGroup): PostValues {
  const accounts = inOrder(names)
  const touched = new Map<string, Touched>()
  for (const account of accounts.keys())
    touched.set(account, { place: touched.size + 1, net: 0n, lines: 0 })
  const add = (account: string, amount: bigint) => {
    const one = touched.get(account) as Touched
    one.net += amount
    one.lines += 1
  }
  for (const { debit, credit, amount } of transfers) {
    add(debit, -amount)
    add(credit, amount)
  }
  const placeOf = (account: string) => (touched.get(account) as Touched).place
  const all = [...touched.values()]
  return {
    ...columnsOf(accounts),
    nets: plainArray(all, one => one.net),
    lines: plainArray(all, one => one.lines),
    transferIds: plainArray(transfers, one => one.id),
    debits: plainArray(transfers, one => placeOf(one.debit)),
    credits: plainArray(transfers, one => placeOf(one.credit)),
    amounts: plainArray(transfers, one => one.amount),
    transferKinds: textArray(transfers, one => one.kind),
    references: textArray(transfers, one => one.reference),
    epochs: sparseArray(transfers, one => one.inEpoch),
    ownIds: plainArray(
      transfers.filter(one => one.isIdGiven),
      one => one.id,
    ),
    groupId: id,
    requestHash,
  }
}

/**
 * Whether this very group is in the books.
 * @throws LedgerBug when one of its references or ids is there with different content.
 */
async function wasPosted(tx: Tx, group: DraftGroup): Promise<boolean> {
  const ids = group.transfers.filter(one => one.isIdGiven).map(one => one.id)
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
