import type { Row } from './books.ts'
import { placeOf, type SealedTable, sealedTables } from './sealed-tables.ts'

const [transfers, postings] = sealedTables as [SealedTable, SealedTable]
const transfer = {
  id: placeOf(transfers, 'id'),
  group: placeOf(transfers, 'group_id'),
  debit: placeOf(transfers, 'debit_account'),
  credit: placeOf(transfers, 'credit_account'),
  amount: placeOf(transfers, 'amount'),
  request: placeOf(transfers, 'request_hash'),
  at: placeOf(transfers, 'posted_at'),
}
const posting = {
  account: placeOf(postings, 'account_id'),
  version: placeOf(postings, 'version'),
  transfer: placeOf(postings, 'transfer_id'),
  amount: placeOf(postings, 'amount'),
  at: placeOf(postings, 'posted_at'),
}

/**
 * Transfers beside their postings. Both are written by one transaction, so both are in one batch:
 * each transfer has one posting that takes and one that gives, of its amount, at its instant.
 */
export class PostingPairs {
  readonly #transfers = new Map<string, Row>()
  readonly #postings = new Map<string, Row[]>()

  add(table: SealedTable, row: Row): void {
    if (table === transfers) this.#transfers.set(row[transfer.id] ?? '', row)
    if (table !== postings) return
    const id = row[posting.transfer] ?? ''
    const own = this.#postings.get(id)
    if (own) own.push(row)
    else this.#postings.set(id, [row])
  }

  *differences(): Generator<string> {
    const groups = new Map<string, Row>()
    for (const [id, row] of this.#transfers) {
      yield* differencesOf(row, this.#postings.get(id) ?? [])
      const first = groups.get(row[transfer.group] ?? '')
      if (!first) groups.set(row[transfer.group] ?? '', row)
      else if (first[transfer.request] !== row[transfer.request])
        yield `${nameOf(row)}: its request hash is not that of its group`
      else if (first[transfer.at] !== row[transfer.at])
        yield `${nameOf(row)}: its time is ${row[transfer.at]}, that of its group ${first[transfer.at]}`
    }
    for (const [id, rows] of this.#postings) {
      if (this.#transfers.has(id)) continue
      for (const row of rows)
        yield `${postingNameOf(row)}: its transfer ${id} was not written with it`
    }
  }
}

function* differencesOf(row: Row, own: readonly Row[]): Generator<string> {
  const name = nameOf(row)
  if (own.length !== 2) yield `${name}: has ${own.length} postings, not 2`
  const amount = row[transfer.amount]
  const sides = [
    { side: 'debit', account: row[transfer.debit], amount: `-${amount}` },
    { side: 'credit', account: row[transfer.credit], amount },
  ]
  for (const side of sides) {
    const given = own.find(
      one => (one[posting.amount] ?? '').startsWith('-') === (side.side === 'debit'),
    )
    if (!given) continue
    if (given[posting.amount] !== side.amount)
      yield `${name}: its amount is ${amount}, that of its ${side.side} ${postingNameOf(given)} ${given[posting.amount]}`
    if (given[posting.account] !== side.account)
      yield `${name}: its ${side.side} account is ${side.account}, its posting is of ${given[posting.account]}`
    if (given[posting.at] !== row[transfer.at])
      yield `${name}: its time is ${row[transfer.at]}, that of its ${side.side} ${postingNameOf(given)} ${given[posting.at]}`
  }
}

const nameOf = (row: Row): string => `ledger_transfer ${row[transfer.id]}`
const postingNameOf = (row: Row): string =>
  `ledger_posting ${row[posting.version]} of account ${row[posting.account]}`
