import type { ClientBase } from 'pg'
import { KeyedStream, type Row, stream } from './books.ts'
import { idOfName, inChart, mayGoBelowZero } from './chart.ts'
import { counted, type Findings } from './findings.ts'
import type { Factor } from './splits.ts'
import { everyPosting } from './transfers.ts'

const accountsQuery = `select id, owner, asset, kind, posted, held, overdraft, version, epoch
  from ledger_account order by id`
const postingsQuery = `select account_id, version, amount, balance_after
  from ${everyPosting} order by account_id, version`
const openHoldsQuery = `select h.account_id, h.epoch, sum(h.amount)
  from ledger_hold h left join ledger_hold_resolution r on r.hold_id = h.id
  where r.hold_id is null group by h.account_id, h.epoch order by h.account_id`

/** An account's row, beside the sums of its lines and holds. */
interface Tally {
  lines: number
  balance: bigint
  lowest: bigint
  held: bigint
}

/**
 * Adds up every account again: accounts, their lines and their open holds are three streams in the
 * same order, so that memory holds one account at a time.
 */
export async function checkBalances(
  books: ClientBase,
  findings: Findings,
  factor: Factor,
): Promise<void> {
  const lines = new KeyedStream(stream(books, postingsQuery))
  const holds = new KeyedStream(stream(books, openHoldsQuery))
  const sums = new Map<string, bigint>()
  let accounts = 0
  for await (const page of stream(books, accountsQuery)) {
    for (const row of page) {
      const id = row[0] ?? ''
      await reportOrphans(lines, holds, id, findings)
      const tally = await tallyOf(lines, row, findings)
      tally.held = await heldOf(holds, row, factor)
      checkAccount(row, tally, findings)
      sums.set(row[2] ?? '', (sums.get(row[2] ?? '') ?? 0n) + BigInt(row[4] ?? 0))
      accounts++
    }
  }
  await reportOrphans(lines, holds, null, findings)
  for (const [asset, sum] of sums)
    if (sum !== 0n) findings.add(`ledger_account: all ${asset} together is ${sum}, not 0`)
  findings.close('balances', `accounts ${counted(accounts)}`)
}

/** Lines and holds before an account, or after the last: they belong to no account. */
async function reportOrphans(
  lines: KeyedStream,
  holds: KeyedStream,
  before: string | null,
  findings: Findings,
): Promise<void> {
  const comesBefore = (row: Row | null): row is Row =>
    row !== null && (before === null || (row[0] ?? '') < before)
  for (let row = await lines.peek(); comesBefore(row); row = await lines.peek()) {
    findings.add(`ledger_posting ${row[1]} of account ${row[0]}: there is no such account`)
    lines.take()
  }
  for (let row = await holds.peek(); comesBefore(row); row = await holds.peek()) {
    findings.add(`ledger_hold of account ${row[0]}: there is no such account`)
    holds.take()
  }
}

async function tallyOf(lines: KeyedStream, [id]: Row, findings: Findings): Promise<Tally> {
  const tally: Tally = { lines: 0, balance: 0n, lowest: 0n, held: 0n }
  let off = 0n
  for (let row = await lines.peek(); row !== null && row[0] === id; row = await lines.peek()) {
    const [, version, amount, after] = row
    tally.lines++
    tally.balance += BigInt(amount ?? 0)
    const balanceAfter = BigInt(after ?? 0)
    if (balanceAfter < tally.lowest) tally.lowest = balanceAfter
    const name = `ledger_posting ${version} of account ${id}`
    if (version !== String(tally.lines)) findings.add(`${name}: is number ${tally.lines}`)
    // One wrong amount changes every balance after it: only the line where the difference begins is
    // reported.
    if (balanceAfter - tally.balance !== off) {
      findings.add(
        `${name}: balance_after is ${balanceAfter}, the lines up to it make ${tally.balance + off}`,
      )
      off = balanceAfter - tally.balance
    }
    lines.take()
  }
  return tally
}

async function heldOf(holds: KeyedStream, account: Row, factor: Factor): Promise<bigint> {
  const [id, , asset] = account
  let held = 0n
  for (let row = await holds.peek(); row !== null && row[0] === id; row = await holds.peek()) {
    held += BigInt(row[2] ?? 0) * factor(asset ?? '', Number(row[1]), Number(account[8]))
    holds.take()
  }
  return held
}

function checkAccount(row: Row, tally: Tally, findings: Findings): void {
  const [id = '', owner, asset, kind, posted, held, overdraft, version] = row.map(
    text => text ?? '',
  )
  const wrong = (what: string) =>
    findings.add(`ledger_account ${id} (${owner} ${asset} ${kind}): ${what}`)
  const named = [owner ?? '', asset ?? '', kind ?? ''] as const
  if (!inChart(...named)) wrong('is not in the chart of accounts')
  if (idOfName(...named) !== id) wrong(`its name makes the id ${idOfName(...named)}`)
  if (posted !== String(tally.balance))
    wrong(`posted is ${posted}, its ${counted(tally.lines)} lines make ${tally.balance}`)
  if (version !== String(tally.lines))
    wrong(`version is ${version}, it has ${counted(tally.lines)} lines`)
  if (held !== String(tally.held)) wrong(`held is ${held}, its open holds make ${tally.held}`)
  if (mayGoBelowZero(...named)) return
  if (overdraft === 't') wrong('is marked as free to go below zero')
  if (tally.lowest < 0n) wrong(`was below zero, at ${tally.lowest}`)
  if (BigInt(posted || 0) < BigInt(held || 0)) wrong(`holds ${held} of ${posted}`)
}
