import type { Row } from './books.ts'
import { placeOf, type SealedTable, sealedTables } from './sealed-tables.ts'

const [transfers] = sealedTables as [SealedTable]
const id = placeOf(transfers, 'id')
const group = placeOf(transfers, 'group_id')
const request = placeOf(transfers, 'request_hash')
const at = placeOf(transfers, 'posted_at')

/**
 * Checks the groups of some whole transactions: a group is written by one transaction, and is one
 * request at one instant.
 */
export function* groupDifferences(rows: Iterable<Row>): Generator<string> {
  const firsts = new Map<string, Row>()
  for (const row of rows) {
    const key = row[group] ?? ''
    const first = firsts.get(key)
    if (!first) firsts.set(key, row)
    else if (first[request] !== row[request])
      yield `ledger_every_transfer ${row[id]}: its request hash is not that of its group`
    else if (first[at] !== row[at])
      yield `ledger_every_transfer ${row[id]}: its time is ${row[at]}, that of its group ${first[at]}`
  }
}
