import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { KeyedStream, type Row, stream } from './books.ts'
import { type RowOfBatch, reportChangedRows } from './changed-rows.ts'
import type { ExportedHeads } from './exported-heads.ts'
import { counted, type Findings } from './findings.ts'
import { groupDifferences } from './groups.ts'
import type { Link } from './link.ts'
import {
  columnsOf,
  digestOf,
  microsOf,
  placeOf,
  rowsOf,
  type SealedTable,
  sealedTables,
} from './sealed-tables.ts'

const linkColumns = `batch, from_xid, to_xid, transfers, postings, holds, resolutions, epochs,
  total_transfers, sealed_at, encode(body, 'hex'), encode(head, 'hex'),
  encode(sha256(entries), 'hex')`

/** Rows that no link has sealed are checked in pieces of this many. */
const ROWS_AT_ONCE = 20_000
const FIRST_HEAD = '0'.repeat(64)

/**
 * Follows the chain from its first link: every row is read, hashed and compared with its seal, and
 * each group of transfers is checked for consistency. The tables are streams in the order of their
 * transactions, so memory holds one batch, or one transaction, whichever is larger.
 */
export async function checkChain(
  books: ClientBase,
  findings: Findings,
  exported: ExportedHeads,
): Promise<void> {
  const walk = new Walk(books, findings)
  const links = `select ${linkColumns} from ledger_audit order by batch`
  for await (const page of stream(books, links)) {
    for (const link of page.map(readLink)) {
      walk.follow(link)
      await exported.compare(link, findings)
      await walk.read(link)
    }
  }
  await exported.end(findings)
  await walk.readUnsealed()
  findings.close('chain', walk.summary())
  if (walk.waiting > 0) findings.note(walk.waitingNote())
}

class Walk {
  readonly #books: ClientBase
  readonly #findings: Findings
  readonly #tables: readonly KeyedStream[]
  readonly #read = sealedTables.map(() => 0)
  /**
   * The head that the next link must begin with: the previous one as stored, or as it should be.
   */
  #before = [FIRST_HEAD]
  #last: Pick<Link, 'batch' | 'toXid' | 'head'> = { batch: 0, toXid: 0, head: FIRST_HEAD }
  #transfers = 0
  waiting = 0
  #oldest = ''

  constructor(books: ClientBase, findings: Findings) {
    this.#books = books
    this.#findings = findings
    this.#tables = sealedTables.map(
      table =>
        new KeyedStream(
          stream(books, `select ${columnsOf(table)} from ${rowsOf(table)} order by xid`),
        ),
    )
  }

  /** Compares a link with the one before it. */
  follow(link: Link): void {
    const wrong = (what: string) => this.#findings.add(`ledger_audit batch ${link.batch}: ${what}`)
    if (link.batch !== this.#last.batch + 1) wrong(`follows batch ${this.#last.batch}`)
    if (link.fromXid !== this.#last.toXid)
      wrong(
        `begins after transaction ${link.fromXid}, the one before ends with ${this.#last.toXid}`,
      )
    this.#transfers += link.counts[0] ?? 0
    if (link.totalTransfers !== String(this.#transfers))
      wrong(`counts ${link.totalTransfers} transfers in all, the links sum to ${this.#transfers}`)
    const should = this.#before.map(before => headAfter(before, link))
    if (!should.includes(link.head))
      wrong(`its head is ${link.head}; its row and the head before it make ${should[0]}`)
    // A changed head breaks only its own link: the next may begin with the correct value.
    this.#before = should.includes(link.head) ? [link.head] : [link.head, ...should]
    this.#transfers = Number(link.totalTransfers)
    this.#last = link
  }

  /** Compares the rows that a link spans with what it sealed. */
  async read(link: Link): Promise<void> {
    const strange = await this.#rowsUpTo(link.fromXid)
    for (const { table, name, xid } of strange)
      this.#findings.add(`${table.table} ${name}: no batch spans its xid ${xid}`)
    this.#checkGroups(strange)
    await this.#compare(link, await this.#rowsUpTo(link.toXid))
  }

  async #compare(link: Link, rows: RowOfBatch[]): Promise<void> {
    rows.sort(inOrder)
    const digests = rows.map(({ digest }) => digest)
    const body = createHash('sha256').update(Buffer.concat(digests)).digest('hex')
    const entries = Buffer.concat(
      rows.flatMap(({ name, digest }) => [
        Buffer.from(name.replaceAll('-', ''), 'hex'),
        digest.subarray(0, 8),
      ]),
    )
    const wrong = (what: string) => this.#findings.add(`ledger_audit batch ${link.batch}: ${what}`)
    const counts = sealedTables.map(one => rows.filter(row => row.table === one).length)
    const rightEntries = createHash('sha256').update(entries).digest('hex') === link.entries
    if (body !== link.body && rightEntries)
      wrong(`its body is ${link.body}; the rows, which are those of its entries, make ${body}`)
    if (body === link.body && !rightEntries) wrong('its entries are not those of its rows')
    if (body !== link.body && !rightEntries)
      await reportChangedRows(this.#books, this.#findings, link, rows)
    for (const [part, table] of sealedTables.entries())
      if (counts[part] !== link.counts[part])
        wrong(`counts ${link.counts[part]} ${table.count}, there are ${counts[part]}`)
    this.#checkGroups(rows)
  }

  /** Checks the groups after the last link; nothing has sealed them yet. */
  async readUnsealed(): Promise<void> {
    for (let rows = await this.#somePages(); rows.length > 0; rows = await this.#somePages()) {
      const transfers = rows.filter(row => row.part === 0)
      this.waiting += transfers.length
      for (const { row } of transfers) {
        const since = row[placeOf(sealedTables[0] as SealedTable, 'posted_at')] ?? ''
        if (this.#oldest === '' || since < this.#oldest) this.#oldest = since
      }
      this.#checkGroups(rows)
    }
  }

  /** Whole transactions, until there are enough rows for one piece. */
  async #somePages(): Promise<RowOfBatch[]> {
    const rows: RowOfBatch[] = []
    while (rows.length < ROWS_AT_ONCE) {
      const nexts = await Promise.all(this.#tables.map(table => table.peek()))
      const xids = nexts.flatMap(row => (row ? [Number(row[0])] : []))
      if (xids.length === 0) break
      for (const row of await this.#rowsUpTo(Math.min(...xids))) rows.push(row)
    }
    return rows
  }

  /** The next rows of every table, up to a transaction. */
  async #rowsUpTo(xid: number): Promise<RowOfBatch[]> {
    const batchRows: RowOfBatch[] = []
    for (const [part, table] of sealedTables.entries()) {
      const rows = (await this.#tables[part]?.takeWhile(row => Number(row[0]) <= xid)) ?? []
      this.#read[part] = (this.#read[part] ?? 0) + rows.length
      for (const row of rows) batchRows.push(rowOfBatch(table, part, row))
    }
    return batchRows
  }

  #checkGroups(rows: readonly RowOfBatch[]): void {
    const transfers = rows.filter(({ part }) => part === 0).map(({ row }) => row)
    for (const what of groupDifferences(transfers)) this.#findings.add(what)
  }

  summary(): string {
    const read = sealedTables.map(({ count }, part) => `${count} ${counted(this.#read[part] ?? 0)}`)
    return `batches ${counted(this.#last.batch)}, ${read.join(', ')}; head ${this.#last.head}`
  }

  waitingNote(): string {
    return `transfers that are not sealed yet: ${counted(this.waiting)}, the oldest since ${this.#oldest}`
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

const rowOfBatch = (table: SealedTable, part: number, row: Row): RowOfBatch => ({
  table,
  part,
  row,
  xid: Number(row[0]),
  key: (table.key === null ? null : row[table.key]) ?? NOBODY,
  number: table.number === null ? 0 : Number(row[table.number]),
  name: (table.name === null ? null : row[table.name]) ?? NOBODY,
  digest: digestOf(table, row),
})

const inOrder = (a: RowOfBatch, b: RowOfBatch): number =>
  a.part - b.part || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number)

function readLink(row: Row): Link {
  const [batch, fromXid, toXid, ...rest] = row
  return {
    batch: Number(batch),
    fromXid: Number(fromXid),
    toXid: Number(toXid),
    counts: rest.slice(0, 5).map(Number),
    totalTransfers: rest[5] ?? '',
    sealedAt: rest[6] ?? '',
    body: rest[7] ?? '',
    head: rest[8] ?? '',
    entries: rest[9] ?? '',
  }
}

/** docs/ledger.md: SHA-256 of the previous head, the link's own text, and its body. */
function headAfter(before: string, link: Link): string {
  const { batch, fromXid, toXid, counts, totalTransfers, sealedAt, body } = link
  const text = ['batch', batch, fromXid, toXid, ...counts, totalTransfers, microsOf(sealedAt)]
  return createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(text.join('|'))
    .update(Buffer.from(body, 'hex'))
    .digest('hex')
}
