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
export async function reportChangedRows(
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
  const beside = await readBeside(
    books,
    parts.flatMap(({ unmatched }) => unmatched),
    rows,
  )
  for (const { table, missing, unmatched } of parts) {
    for (const row of unmatched) {
      const place = missing.findIndex(({ name }) => name === row.name)
      const was = place < 0 ? undefined : missing.splice(place, 1)[0]
      const named = `${table.table} ${nameOf(row)}`
      if (!was) findings.add(`${named}: was put in after batch ${link.batch} was sealed`)
      else findings.add(`${named}: ${await whatDiffers(books, beside, row, was, rows)}`)
    }
    for (const sentence of await locateMissing(books, table, missing, link))
      findings.add(`${table.table} ${sentence}`)
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
): { missing: Entry[]; unmatched: RowOfBatch[] } {
  const open = new Map<string, Entry[]>()
  for (const entry of sealed) {
    const key = `${entry.name} ${entry.mark}`
    open.set(key, [...(open.get(key) ?? []), entry])
  }
  const unmatched = rows.filter(row => !open.get(`${row.name} ${markOf(row.digest)}`)?.pop())
  return { missing: [...open.values()].flat(), unmatched }
}

/**
 * Finds what was changed. The books record many facts twice, so for each column every value that
 * other rows still have is tried: the one that reproduces the sealed hash is the original.
 */
async function whatDiffers(
  books: ClientBase,
  beside: BesideLines,
  changed: RowOfBatch,
  was: Entry,
  rows: readonly RowOfBatch[],
): Promise<string> {
  const { table, row } = changed
  const candidates = await otherValues(books, beside, changed, rows)
  const unknown: string[] = []
  for (const [place, [column]] of table.columns.entries()) {
    const values = candidates.get(column)
    if (!values && ![table.key, table.number, table.name].includes(place)) unknown.push(column)
    for (const value of values ?? []) {
      const before = row.with(place, value)
      if (markOf(digestOf(table, before)) === was.mark)
        return `${column} is ${row[place]}, sealed as ${value}`
    }
  }
  return `is not as it was sealed; what was changed is ${unknown.join(', ')}, or more than one column`
}

/** For each column of a row, the values that other rows suggest. */
async function otherValues(
  books: ClientBase,
  beside: BesideLines,
  { table, row, name }: RowOfBatch,
  rows: readonly RowOfBatch[],
): Promise<Map<string, Set<string>>> {
  const candidates = new Map<string, Set<string>>()
  const suggest: Suggest = (column, ...values) => {
    const known = candidates.get(column) ?? new Set()
    for (const value of values) if (value != null) known.add(value)
    candidates.set(column, known)
  }
  const value = (of: RowOfBatch, column: string) => of.row[placeOf(of.table, column)]
  for (const other of rows) {
    suggest('xid', String(other.xid))
    if (other.part === 0) suggest('kind', value(other, 'kind'))
    if (other.part === 0) suggest('asset', value(other, 'asset'))
  }
  if (table.word === 'resolution') suggest('outcome', 'posted', 'voided', 'expired')
  if (table.word === 'posting') suggestForLine(beside, row, suggest)
  if (table.word === 'transfer')
    for (const other of rows)
      if (other.table.word === 'posting' && other.name === name)
        suggestForTransfer(beside, other.row, suggest)
  if (table.word === 'hold') await suggestForHold(books, name, suggest)
  return candidates
}

type Suggest = (column: string, ...values: (string | null | undefined)[]) => void

const line = {
  account: placeOf(postings, 'account_id'),
  version: placeOf(postings, 'version'),
  amount: placeOf(postings, 'amount'),
  after: placeOf(postings, 'balance_after'),
}

/** What the books record about the lines beside the differing ones, read at once. */
interface BesideLines {
  /** Balance and amount of a line, by account and number. */
  lines: ReadonlyMap<string, { balance: bigint; amount: bigint }>
  /** Accounts that have fewer lines than their version says. */
  gaps: readonly (string | null)[]
}

async function readBeside(
  books: ClientBase,
  unmatched: readonly RowOfBatch[],
  rows: readonly RowOfBatch[],
): Promise<BesideLines> {
  const transfers = new Set(
    unmatched.flatMap(one => (one.table.word === 'transfer' ? one.name : [])),
  )
  const sides = rows.filter(one => one.table === postings && transfers.has(one.name))
  const lines = [...sides, ...unmatched.filter(one => one.table === postings)]
  if (lines.length === 0) return { lines: new Map(), gaps: [] }
  const beside = lines.flatMap(({ row }) =>
    [-1, 1].map(places => ({
      account: row[line.account],
      version: Number(row[line.version]) + places,
    })),
  )
  const known = await ask(
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
      known.map(([account, version, balance, amount]) => [
        `${account} ${version}`,
        { balance: BigInt(balance ?? 0), amount: BigInt(amount ?? 0) },
      ]),
    ),
    gaps: gaps.map(([account]) => account ?? null),
  }
}

/** The lines before and after a line in its account determine its values. */
function suggestForLine(beside: BesideLines, row: Row, suggest: Suggest): void {
  const before = besideOf(beside, row, -1)
  const next = besideOf(beside, row, 1)
  const amount = BigInt(row[line.amount] ?? 0)
  if (before) {
    suggest('balance_after', String(before.balance + amount))
    suggest('amount', String(BigInt(row[line.after] ?? 0) - before.balance))
  }
  if (next) suggest('balance_after', String(next.balance - next.amount))
}

/** A transfer's effect on the balance, and the place of a missing line, determine its values. */
function suggestForTransfer(beside: BesideLines, row: Row, suggest: Suggest): void {
  const before = besideOf(beside, row, -1)
  const change = BigInt(row[line.after] ?? 0) - (before?.balance ?? 0n)
  if (before) suggest('amount', String(change < 0n ? -change : change))
  const isDebit = (row[line.amount] ?? '').startsWith('-')
  suggest(isDebit ? 'debit_account' : 'credit_account', ...beside.gaps)
}

/**
 * The line at this distance from another one in its account; before the first one the balance is 0.
 */
function besideOf({ lines }: BesideLines, row: Row, places: number) {
  const version = Number(row[line.version]) + places
  if (version === 0) return { balance: 0n, amount: 0n }
  return lines.get(`${row[line.account]} ${version}`)
}

/** A hold's transfers and their payer determine its values. */
async function suggestForHold(books: ClientBase, id: string, suggest: Suggest): Promise<void> {
  const taken = await ask(
    books,
    'select debit_account, sum(amount)::text from ledger_transfer where hold_id = $1 group by 1',
    [id],
  )
  for (const [account, amount] of taken) {
    suggest('account_id', account)
    suggest('amount', amount)
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
  suggest('amount', open?.[0])
}

/** Rows missing from their batch may be in the books under another transaction. */
async function locateMissing(
  books: ClientBase,
  table: SealedTable,
  missing: readonly Entry[],
  { batch }: Link,
): Promise<string[]> {
  if (table.word === 'posting')
    return missing.map(
      ({ name }) =>
        `of transfer ${name}: was sealed in batch ${batch} and is not in the books as it was`,
    )
  if (table.word === 'epoch')
    return missing.map(() => `was sealed in batch ${batch} and is not in the books any more`)
  if (missing.length === 0) return []
  const column = table.columns[table.key ?? 1]?.[0]
  const known = await ask(
    books,
    `select ${column}, xid from ${rowsOf(table)} where ${column} = any($1::uuid[])`,
    [missing.map(({ name }) => name)],
  )
  const xids = new Map(known.map(([name, xid]) => [name, xid]))
  return missing.map(({ name }) =>
    xids.has(name)
      ? `${name}: xid is ${xids.get(name)}, which batch ${batch}, where it was sealed, does not span`
      : `${name}: was sealed in batch ${batch} and is not in the books any more`,
  )
}
