import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { ask, type Row, stream } from './books.ts'
import { nameCulprits, type RowOfBatch } from './culprits.ts'
import type { ExportedHeads } from './exported-heads.ts'
import { counted, type Findings } from './findings.ts'
import { PostingPairs } from './posting-pairs.ts'
import { columnsOf, digestOf, microsOf, type SealedTable, sealedTables } from './sealed-tables.ts'

/** A link as `ledger_audit` has it. */
export interface Link {
  batch: number
  fromXid: number
  toXid: number
  /** In the order of the sealed tables. */
  counts: number[]
  totalTransfers: string
  sealedAt: string
  body: string
  head: string
  /** SHA-256 of its entries: they are fetched only where they are not what they should be. */
  entries: string
}

const linkColumns = `batch, from_xid, to_xid, transfers, postings, holds, resolutions, epochs,
  total_transfers, sealed_at, encode(body, 'hex'), encode(head, 'hex'),
  encode(sha256(entries), 'hex')`

/** Small batches are read together until they have this many rows. */
const ROWS_AT_ONCE = 20_000
const FIRST_HEAD = '0'.repeat(64)

/**
 * Walks the chain from its first link: every row is read, hashed and compared with what was sealed,
 * and each transfer is laid beside its postings. Memory holds a few batches, never the books.
 */
export async function checkChain(
  books: ClientBase,
  findings: Findings,
  exported: ExportedHeads,
): Promise<void> {
  // The spans lead to their rows by index; statistics that were never made must not undo that.
  await books.query('set local enable_seqscan = off')
  const walk = new Walk(books, findings)
  let waiting: Link[] = []
  let rows = 0
  const links = `select ${linkColumns} from ledger_audit order by batch`
  for await (const page of stream(books, links)) {
    for (const link of page.map(readLink)) {
      walk.follow(link)
      await exported.compare(link, findings)
      waiting.push(link)
      rows += link.counts.reduce((sum, count) => sum + count, 0)
      if (rows < ROWS_AT_ONCE) continue
      await walk.read(waiting)
      waiting = []
      rows = 0
    }
  }
  await walk.read(waiting)
  await exported.end(findings)
  await walk.readUnsealed()
  await books.query('set local enable_seqscan = on')
  findings.close('chain', walk.summary())
  if (walk.waiting > 0) findings.note(walk.waitingNote())
}

class Walk {
  readonly #books: ClientBase
  readonly #findings: Findings
  readonly #read = sealedTables.map(() => 0)
  /** What the next link must begin with: the head before it as it stands, or as it should stand. */
  #before = [FIRST_HEAD]
  #last: Pick<Link, 'batch' | 'toXid' | 'head'> = { batch: 0, toXid: 0, head: FIRST_HEAD }
  #transfers = 0
  waiting = 0
  #oldest = ''

  constructor(books: ClientBase, findings: Findings) {
    this.#books = books
    this.#findings = findings
  }

  /** The link against the one before it. */
  follow(link: Link): void {
    const wrong = (what: string) =>
      this.#findings.found(`ledger_audit batch ${link.batch}: ${what}`)
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
    // A head that was changed breaks its own link only: the next may begin with what it should be.
    this.#before = should.includes(link.head) ? [link.head] : [link.head, ...should]
    this.#transfers = Number(link.totalTransfers)
    this.#last = link
  }

  /** The rows of some links that follow each other, against what each has sealed. */
  async read(links: readonly Link[]): Promise<void> {
    const [first, last] = [links[0], links.at(-1)]
    if (!first || !last) return
    const found = await this.#rowsOf(first.fromXid, last.toXid)
    found.sort((a, b) => a.xid - b.xid)
    let at = 0
    for (const link of links) {
      const begin = at
      while ((found[at]?.xid ?? Number.POSITIVE_INFINITY) <= link.toXid) at++
      await this.#compare(link, found.slice(begin, at))
    }
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
    const wrong = (what: string) =>
      this.#findings.found(`ledger_audit batch ${link.batch}: ${what}`)
    const counts = sealedTables.map(one => rows.filter(row => row.table === one).length)
    const rightEntries = createHash('sha256').update(entries).digest('hex') === link.entries
    if (body !== link.body && rightEntries)
      wrong(`its body is ${link.body}; the rows, which are those of its entries, make ${body}`)
    if (body === link.body && !rightEntries) wrong('its entries are not those of its rows')
    if (body !== link.body && !rightEntries)
      await nameCulprits(this.#books, this.#findings, link, rows)
    for (const [part, table] of sealedTables.entries())
      if (counts[part] !== link.counts[part])
        wrong(`counts ${link.counts[part]} ${table.count}, there are ${counts[part]}`)
    this.#lookAtPairs(rows)
  }

  /** What came after the last link; its rows are laid beside each other, but nothing sealed them yet. */
  async readUnsealed(): Promise<void> {
    const spans = `select xid, count(*), min(posted_at) from ledger_transfer
      where xid > ${this.#last.toXid} group by xid order by xid`
    let low = this.#last.toXid
    let high = low
    let rows = 0
    for await (const page of stream(this.#books, spans)) {
      for (const [xid, count, since] of page) {
        if (rows >= ROWS_AT_ONCE) {
          this.#lookAtPairs(await this.#rowsOf(low, high))
          low = high
          rows = 0
        }
        high = Number(xid)
        rows += Number(count)
        this.waiting += Number(count)
        if (this.#oldest === '' || String(since) < this.#oldest) this.#oldest = String(since)
      }
    }
    this.#lookAtPairs(await this.#rowsOf(low, Number.MAX_SAFE_INTEGER))
    for (const { table, word } of sealedTables) {
      const [row] = await ask(this.#books, `select count(*) from ${table} where xid <= 0`)
      if (row?.[0] !== '0')
        this.#findings.found(
          `${table}: ${row?.[0]} rows carry no transaction that writes a ${word}`,
        )
    }
  }

  async #rowsOf(low: number, high: number): Promise<RowOfBatch[]> {
    const found: RowOfBatch[] = []
    for (const [part, table] of sealedTables.entries()) {
      const rows = await ask(
        this.#books,
        `select ${columnsOf(table)} from ${table.table} where xid > ${low} and xid <= ${high}`,
      )
      this.#read[part] = (this.#read[part] ?? 0) + rows.length
      for (const row of rows) found.push(rowOfBatch(table, part, row))
    }
    return found
  }

  #lookAtPairs(rows: readonly RowOfBatch[]): void {
    const pairs = new PostingPairs()
    for (const { table, row } of rows) pairs.add(table, row)
    for (const what of pairs.differences()) this.#findings.found(what)
  }

  summary(): string {
    const read = sealedTables.map(({ count }, part) => `${counted(this.#read[part] ?? 0)} ${count}`)
    return `${counted(this.#last.batch)} batches; ${read.join(', ')}; head ${this.#last.head}`
  }

  waitingNote(): string {
    return `${counted(this.waiting)} transfers are not sealed yet, the oldest since ${this.#oldest}`
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

/** docs/ledger.md: SHA-256 of the head before, the link's own text, and its body. */
function headAfter(before: string, link: Link): string {
  const { batch, fromXid, toXid, counts, totalTransfers, sealedAt, body } = link
  const text = ['batch', batch, fromXid, toXid, ...counts, totalTransfers, microsOf(sealedAt)]
  return createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(text.join('|'))
    .update(Buffer.from(body, 'hex'))
    .digest('hex')
}
