import type { ClientBase } from 'pg'
import { ask, type Row } from './books.ts'
import type { Link } from './chain.ts'
import type { Findings } from './findings.ts'
import { digestOf, placeOf, type SealedTable, sealedTables } from './sealed-tables.ts'

/** A row with what places it in its batch. */
export interface RowOfBatch {
  table: SealedTable
  part: number
  row: Row
  xid: number
  key: string
  number: number
  name: string
  digest: Buffer
}

/** One entry of a batch: 16 bytes that name a row, 8 that tell its content. */
interface Entry {
  name: string
  mark: string
}

const postings = sealedTables[1] as SealedTable

const NAME_BYTES = 16
const ENTRY_BYTES = 24

/** Says which rows of a batch are not those that it sealed: changed, gone, or put in afterwards. */
export async function nameCulprits(
  books: ClientBase,
  findings: Findings,
  link: Link,
  rows: readonly RowOfBatch[],
): Promise<void> {
  const [sealedRow] = await ask(books, 'select entries from ledger_audit where batch = $1', [
    link.batch,
  ])
  const entries = Buffer.from((sealedRow?.[0] ?? '').slice(2), 'hex')
  let at = 0
  for (const [part, table] of sealedTables.entries()) {
    const end = at + (link.counts[part] ?? 0) * ENTRY_BYTES
    const sealed = entriesOf(entries.subarray(at, end))
    at = end
    const { gone, strange } = differences(
      sealed,
      rows.filter(one => one.part === part),
    )
    for (const one of strange) {
      const place = gone.findIndex(({ name }) => name === one.name)
      const was = place < 0 ? undefined : gone.splice(place, 1)[0]
      const named = `${table.table} ${nameOf(one)}`
      if (!was) findings.found(`${named}: was put in after batch ${link.batch} was sealed`)
      else findings.found(`${named}: ${await whatDiffers(books, one, was, rows)}`)
    }
    for (const { name } of gone)
      findings.found(`${table.table} ${await whereItWent(books, table, name, link)}`)
  }
}

const nameOf = ({ table, row, name, number }: RowOfBatch): string => {
  if (table.word === 'posting') return `${number} of account ${row[1]}`
  return table.word === 'epoch' ? String(number) : name
}

function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const hex = bytes.subarray(at, at + NAME_BYTES).toString('hex')
    entries.push({
      name: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
      mark: bytes.subarray(at + NAME_BYTES, at + ENTRY_BYTES).toString('hex'),
    })
  }
  return entries
}

const markOf = (digest: Buffer): string => digest.toString('hex', 0, ENTRY_BYTES - NAME_BYTES)

function differences(
  sealed: readonly Entry[],
  rows: readonly RowOfBatch[],
): { gone: Entry[]; strange: RowOfBatch[] } {
  const open = new Map<string, Entry[]>()
  for (const entry of sealed) {
    const key = `${entry.name} ${entry.mark}`
    open.set(key, [...(open.get(key) ?? []), entry])
  }
  const strange = rows.filter(row => !open.get(`${row.name} ${markOf(row.digest)}`)?.pop())
  return { gone: [...open.values()].flat(), strange }
}

/**
 * What was changed. The books tell many things twice, so for each column every value that the other
 * rows still have is tried: the one that gives back the sealed content is what it was.
 */
async function whatDiffers(
  books: ClientBase,
  changed: RowOfBatch,
  was: Entry,
  rows: readonly RowOfBatch[],
): Promise<string> {
  const { table, row } = changed
  const told = await otherValues(books, changed, rows)
  const untold: string[] = []
  for (const [place, [column]] of table.columns.entries()) {
    const values = told.get(column)
    if (!values && ![table.key, table.number, table.name].includes(place)) untold.push(column)
    for (const value of values ?? []) {
      const before = row.with(place, value)
      if (markOf(digestOf(table, before)) === was.mark)
        return `${column} is ${row[place]}, sealed as ${value}`
    }
  }
  return `is not as it was sealed; what was changed is ${untold.join(', ')}, or more than one column`
}

/** For each column of a row, what other rows say that it could have been. */
async function otherValues(
  books: ClientBase,
  { table, row, name }: RowOfBatch,
  rows: readonly RowOfBatch[],
): Promise<Map<string, Set<string>>> {
  const told = new Map<string, Set<string>>()
  const tell: Tell = (column, ...values) => {
    const known = told.get(column) ?? new Set()
    for (const value of values) if (value != null) known.add(value)
    told.set(column, known)
  }
  const value = (of: RowOfBatch, column: string) => of.row[placeOf(of.table, column)]
  for (const other of rows) {
    tell('xid', String(other.xid))
    if (other.part === 0) tell('kind', value(other, 'kind'))
    if (other.part === 0) tell('asset', value(other, 'asset'))
  }
  if (table.word === 'resolution') tell('outcome', 'posted', 'voided', 'expired')
  if (table.word === 'posting') await tellOfLine(books, row, tell)
  if (table.word === 'transfer')
    for (const other of rows)
      if (other.table.word === 'posting' && other.name === name)
        await tellOfSide(books, other.row, tell)
  if (table.word === 'hold') await tellOfHold(books, name, tell)
  return told
}

type Tell = (column: string, ...values: (string | null | undefined)[]) => void

const line = {
  account: placeOf(postings, 'account_id'),
  version: placeOf(postings, 'version'),
  amount: placeOf(postings, 'amount'),
  after: placeOf(postings, 'balance_after'),
}

/** A line is told of again by the lines before and after it in its account. */
async function tellOfLine(books: ClientBase, row: Row, tell: Tell): Promise<void> {
  const before = await balanceAfter(books, row, -1)
  const next = await balanceAfter(books, row, 1)
  const amount = BigInt(row[line.amount] ?? 0)
  if (before) {
    tell('balance_after', String(before.balance + amount))
    tell('amount', String(BigInt(row[line.after] ?? 0) - before.balance))
  }
  if (next) tell('balance_after', String(next.balance - next.amount))
}

/** A transfer is told of again by what it did to the balance, and by where its line is missing. */
async function tellOfSide(books: ClientBase, row: Row, tell: Tell): Promise<void> {
  const before = await balanceAfter(books, row, -1)
  const change = BigInt(row[line.after] ?? 0) - (before?.balance ?? 0n)
  if (before) tell('amount', String(change < 0n ? -change : change))
  const gaps = await ask(
    books,
    `select id from ledger_account a where version > (
      select count(*) from ledger_posting p where p.account_id = a.id) limit 20`,
  )
  const isDebit = (row[line.amount] ?? '').startsWith('-')
  tell(isDebit ? 'debit_account' : 'credit_account', ...gaps.map(([account]) => account))
}

/** The line so many places after another in its account; before the first one the balance is 0. */
async function balanceAfter(
  books: ClientBase,
  row: Row,
  places: number,
): Promise<{ balance: bigint; amount: bigint } | null> {
  const version = Number(row[line.version]) + places
  if (version === 0) return { balance: 0n, amount: 0n }
  const [found] = await ask(
    books,
    'select balance_after, amount from ledger_posting where account_id = $1 and version = $2',
    [row[line.account], version],
  )
  return found ? { balance: BigInt(found[0] ?? 0), amount: BigInt(found[1] ?? 0) } : null
}

/** A hold is told of again by what its transfers took and whose money it was. */
async function tellOfHold(books: ClientBase, id: string, tell: Tell): Promise<void> {
  const taken = await ask(
    books,
    'select debit_account, sum(amount)::text from ledger_transfer where hold_id = $1 group by 1',
    [id],
  )
  for (const [account, amount] of taken) {
    tell('account_id', account)
    tell('amount', amount)
  }
  const [open] = await ask(
    books,
    `select (a.held - coalesce(sum(o.amount), 0))::text from ledger_hold h
      join ledger_account a on a.id = h.account_id
      left join ledger_hold o on o.account_id = a.id and o.id <> h.id
        and not exists (select from ledger_hold_resolution r where r.hold_id = o.id)
      where h.id = $1 group by a.held`,
    [id],
  )
  tell('amount', open?.[0])
}

/** A row that is missing from its batch may be in the books under another transaction. */
async function whereItWent(
  books: ClientBase,
  table: SealedTable,
  name: string,
  { batch }: Link,
): Promise<string> {
  if (table.word === 'posting')
    return `of transfer ${name}: was sealed in batch ${batch} and is not in the books as it was`
  if (table.word === 'epoch') return `was sealed in batch ${batch} and is not in the books any more`
  const column = table.columns[table.key ?? 1]?.[0]
  const [found] = await ask(books, `select xid from ${table.table} where ${column} = $1`, [name])
  return found
    ? `${name}: xid is ${found[0]}, which batch ${batch}, where it was sealed, does not span`
    : `${name}: was sealed in batch ${batch} and is not in the books any more`
}
