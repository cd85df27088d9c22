import type { ClientBase } from 'pg'
import { ask, type Row } from './books.ts'
import type { Findings } from './findings.ts'
import type { Link } from './link.ts'
import { digestOf, placeOf, rowsOf, type SealedTable, sealedTables } from './sealed-tables.ts'
import { everyPosting } from './transfers.ts'

/** A row with the keys that order it in its batch. */
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

/** One entry of a batch: 16 bytes that name a row, 8 that hash its content. */
interface Entry {
  name: string
  mark: string
}

const postings = sealedTables[1] as SealedTable

const NAME_BYTES = 16
const ENTRY_BYTES = 24

/**
 * Reports which rows of a batch differ from those that it sealed: changed, deleted, or inserted
 * afterwards.
 */
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
  const parts = differencesOf(entries, link, rows)
  const told = await tellingOf(
    books,
    parts.flatMap(({ strange }) => strange),
    rows,
  )
  for (const { table, gone, strange } of parts) {
    for (const one of strange) {
      const place = gone.findIndex(({ name }) => name === one.name)
      const was = place < 0 ? undefined : gone.splice(place, 1)[0]
      const named = `${table.table} ${nameOf(one)}`
      if (!was) findings.found(`${named}: was put in after batch ${link.batch} was sealed`)
      else findings.found(`${named}: ${await whatDiffers(books, told, one, was, rows)}`)
    }
    for (const sentence of await whereTheyWent(books, table, gone, link))
      findings.found(`${table.table} ${sentence}`)
  }
}

/**
 * For each sealed table, the entries of a batch that match no row, and the rows that match no
 * entry.
 */
function differencesOf(entries: Buffer, link: Link, rows: readonly RowOfBatch[]) {
  let at = 0
  return sealedTables.map((table, part) => {
    const end = at + (link.counts[part] ?? 0) * ENTRY_BYTES
    const sealed = entriesOf(entries.subarray(at, end))
    at = end
    const own = rows.filter(one => one.part === part)
    return { table, ...differences(sealed, own) }
  })
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
 * Finds what was changed. The books record many facts twice, so for each column every value that
 * other rows still have is tried: the one that reproduces the sealed hash is the original.
 */
async function whatDiffers(
  books: ClientBase,
  telling: Telling,
  changed: RowOfBatch,
  was: Entry,
  rows: readonly RowOfBatch[],
): Promise<string> {
  const { table, row } = changed
  const told = await otherValues(books, telling, changed, rows)
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

/** For each column of a row, the values that other rows suggest. */
async function otherValues(
  books: ClientBase,
  telling: Telling,
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
  if (table.word === 'posting') tellOfLine(telling, row, tell)
  if (table.word === 'transfer')
    for (const other of rows)
      if (other.table.word === 'posting' && other.name === name)
        tellOfSide(telling, other.row, tell)
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

/** What the books record about the lines beside the differing ones, read at once. */
interface Telling {
  /** Balance and amount of a line, by account and number. */
  lines: ReadonlyMap<string, { balance: bigint; amount: bigint }>
  /** Accounts that have fewer lines than their version says. */
  gaps: readonly (string | null)[]
}

async function tellingOf(
  books: ClientBase,
  strange: readonly RowOfBatch[],
  rows: readonly RowOfBatch[],
): Promise<Telling> {
  const transfers = new Set(strange.flatMap(one => (one.table.word === 'transfer' ? one.name : [])))
  const sides = rows.filter(one => one.table === postings && transfers.has(one.name))
  const told = [...sides, ...strange.filter(one => one.table === postings)]
  if (told.length === 0) return { lines: new Map(), gaps: [] }
  const beside = told.flatMap(({ row }) =>
    [-1, 1].map(places => ({
      account: row[line.account],
      version: Number(row[line.version]) + places,
    })),
  )
  const found = await ask(
    books,
    `select account_id, version, balance_after, amount from ${everyPosting}
    join unnest($1::uuid[], $2::bigint[]) as wanted (account_id, version) using (account_id, version)`,
    [beside.map(one => one.account), beside.map(one => one.version)],
  )
  const gaps = await ask(
    books,
    `select id from ledger_account left join (
      select account_id, count(*) as lines from ${everyPosting} group by account_id) p on p.account_id = id
    where version > coalesce(p.lines, 0) limit 20`,
  )
  return {
    lines: new Map(
      found.map(([account, version, balance, amount]) => [
        `${account} ${version}`,
        { balance: BigInt(balance ?? 0), amount: BigInt(amount ?? 0) },
      ]),
    ),
    gaps: gaps.map(([account]) => account ?? null),
  }
}

/** The lines before and after a line in its account determine its values. */
function tellOfLine(telling: Telling, row: Row, tell: Tell): void {
  const before = besideOf(telling, row, -1)
  const next = besideOf(telling, row, 1)
  const amount = BigInt(row[line.amount] ?? 0)
  if (before) {
    tell('balance_after', String(before.balance + amount))
    tell('amount', String(BigInt(row[line.after] ?? 0) - before.balance))
  }
  if (next) tell('balance_after', String(next.balance - next.amount))
}

/** A transfer's effect on the balance, and the place of a missing line, determine its values. */
function tellOfSide(telling: Telling, row: Row, tell: Tell): void {
  const before = besideOf(telling, row, -1)
  const change = BigInt(row[line.after] ?? 0) - (before?.balance ?? 0n)
  if (before) tell('amount', String(change < 0n ? -change : change))
  const isDebit = (row[line.amount] ?? '').startsWith('-')
  tell(isDebit ? 'debit_account' : 'credit_account', ...telling.gaps)
}

/**
 * The line at this distance from another one in its account; before the first one the balance is 0.
 */
function besideOf({ lines }: Telling, row: Row, places: number) {
  const version = Number(row[line.version]) + places
  if (version === 0) return { balance: 0n, amount: 0n }
  return lines.get(`${row[line.account]} ${version}`)
}

/** A hold's transfers and their payer determine its values. */
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

/** Rows missing from their batch may be in the books under another transaction. */
async function whereTheyWent(
  books: ClientBase,
  table: SealedTable,
  gone: readonly Entry[],
  { batch }: Link,
): Promise<string[]> {
  if (table.word === 'posting')
    return gone.map(
      ({ name }) =>
        `of transfer ${name}: was sealed in batch ${batch} and is not in the books as it was`,
    )
  if (table.word === 'epoch')
    return gone.map(() => `was sealed in batch ${batch} and is not in the books any more`)
  if (gone.length === 0) return []
  const column = table.columns[table.key ?? 1]?.[0]
  const found = await ask(
    books,
    `select ${column}, xid from ${rowsOf(table)} where ${column} = any($1::uuid[])`,
    [gone.map(({ name }) => name)],
  )
  const xids = new Map(found.map(([name, xid]) => [name, xid]))
  return gone.map(({ name }) =>
    xids.has(name)
      ? `${name}: xid is ${xids.get(name)}, which batch ${batch}, where it was sealed, does not span`
      : `${name}: was sealed in batch ${batch} and is not in the books any more`,
  )
}
