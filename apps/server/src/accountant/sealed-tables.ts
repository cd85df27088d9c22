import { hash } from 'node:crypto'
import type { Row } from './books.ts'
import { everyPosting, everyTransfer } from './transfers.ts'

/** The encoding of a column in the canonical text: docs/ledger.md, "The chain". */
type Writing = 'plain' | 'optional' | 'hex' | 'instant' | 'text'

export interface SealedTable {
  /** The first word of the canonical text. */
  word: string
  table: string
  /** The source of its rows, when it is not the table of its name. */
  rows?: string
  /** The column with the number of its rows in a batch. */
  count: string
  /** In the order of the canonical text. The first is always the number of the transaction. */
  columns: readonly (readonly [name: string, writing: Writing])[]
  /** Positions of the columns that order the rows of a batch, and of the one that names a row. */
  key: number | null
  number: number | null
  name: number | null
}

/** Every sealed table, in the order of a batch. */
export const sealedTables: readonly SealedTable[] = [
  {
    word: 'transfer',
    table: 'ledger_every_transfer',
    rows: everyTransfer,
    count: 'transfers',
    columns: [
      ['xid', 'plain'],
      ['id', 'plain'],
      ['group_id', 'plain'],
      ['debit_account', 'plain'],
      ['credit_account', 'plain'],
      ['amount', 'plain'],
      ['hold_id', 'optional'],
      ['reverses', 'optional'],
      ['epoch', 'plain'],
      ['request_hash', 'hex'],
      ['posted_at', 'instant'],
      ['asset', 'text'],
      ['kind', 'text'],
      ['reference', 'text'],
    ],
    key: 1,
    number: null,
    name: 1,
  },
  {
    word: 'posting',
    table: 'ledger_posting',
    rows: everyPosting,
    count: 'postings',
    columns: [
      ['xid', 'plain'],
      ['account_id', 'plain'],
      ['version', 'plain'],
      ['transfer_id', 'plain'],
      ['amount', 'plain'],
      ['balance_after', 'plain'],
      ['posted_at', 'instant'],
    ],
    key: 1,
    number: 2,
    name: 3,
  },
  {
    word: 'hold',
    table: 'ledger_hold',
    count: 'holds',
    columns: [
      ['xid', 'plain'],
      ['id', 'plain'],
      ['account_id', 'plain'],
      ['amount', 'plain'],
      ['epoch', 'plain'],
      ['request_hash', 'hex'],
      ['held_at', 'instant'],
      ['expires_at', 'instant'],
      ['kind', 'text'],
      ['reference', 'text'],
    ],
    key: 1,
    number: null,
    name: 1,
  },
  {
    word: 'resolution',
    table: 'ledger_hold_resolution',
    count: 'resolutions',
    columns: [
      ['xid', 'plain'],
      ['hold_id', 'plain'],
      ['posted', 'plain'],
      ['request', 'plain'],
      ['resolved_at', 'instant'],
      ['outcome', 'text'],
    ],
    key: 1,
    number: null,
    name: 1,
  },
  {
    word: 'epoch',
    table: 'ledger_epoch',
    count: 'epochs',
    columns: [
      ['xid', 'plain'],
      ['epoch', 'plain'],
      ['multiple', 'plain'],
      ['began_at', 'instant'],
      ['asset', 'text'],
    ],
    key: null,
    number: 1,
    name: null,
  },
]

/** The source of a table's rows. */
export const rowsOf = ({ table, rows }: SealedTable): string => rows ?? table

/** The select list: the columns of a table in their order. */
export const columnsOf = (table: SealedTable): string =>
  table.columns.map(([name]) => name).join(', ')

/** The position of a column in a table's rows. */
export const placeOf = ({ table, columns }: SealedTable, column: string): number => {
  const place = columns.findIndex(([name]) => name === column)
  if (place < 0) throw new Error(`${table} has no ${column}`)
  return place
}

/** The canonical text of a row. */
function canonicalText({ word, columns }: SealedTable, row: Row): string {
  let text = word
  for (let place = 0; place < columns.length; place++) {
    const value = row[place] ?? null
    text += `|${written(value, columns[place]?.[1] ?? 'plain')}`
  }
  return text
}

function written(value: string | null, writing: Writing): string {
  if (value === null) return '-'
  if (writing === 'instant') return microsOf(value)
  if (writing === 'hex') return value.slice(2)
  if (writing === 'text') return `${Buffer.byteLength(value)}:${value}`
  return value
}

/** SHA-256 of the canonical text. */
export const digestOf = (table: SealedTable, row: Row): Buffer =>
  hash('sha256', canonicalText(table, row), 'buffer')

/** `2026-11-21 08:00:00.25+00` as microseconds since 1970. Any other text is returned unchanged. */
export function microsOf(instant: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(instant)
  if (!match) return instant
  const [, day, time, fraction = ''] = match
  return String(Date.parse(`${day}T${time}Z`) * 1000 + Number(fraction.padEnd(6, '0')))
}
