import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { AddressBook } from './addresses.ts'
import type { Header } from './node.ts'
import { ChainTrouble, type Quorum } from './quorum.ts'
import type { Pinned } from './sight.ts'
import { type Sightings, sightingsOf } from './sightings.ts'
import { pace, terms } from './terms.ts'
import { transferLogs } from './transfer-logs.ts'

const invariant = 'I5 chain'

/** What comparing the books with the chain needs. */
export interface ChainCheckContext {
  database: Database
  quorum: Quorum
  book: AddressBook
  pinned: Pinned
  logger: Logger
}

/** The result of a comparison, and how much of the chain it read. */
export interface ChainCheck {
  from: number
  to: number
  /** Transfers on the chain by kind. */
  deposits: number
  receipts: number
  outgoing: number
  breaches: Breach[]
}

/** A transfer on the chain or in the books: its place, and everything that has to be equal. */
interface Entry {
  /** Its transaction and its position among that transaction's events. */
  place: string
  what: string
  facts: string
  /** Money that stayed in custody: such transfers from long ago have no row. */
  isWithin?: boolean
}

/** A row of the books with its outcome. */
interface BookedRow {
  transactionHash: string
  ordinal: number
  owner: string
  tokenUnits: bigint
  unitsPerMicro: bigint
  blockNumber: number
  state: string
}

type Kind = keyof Sightings
const nouns: Readonly<Record<Kind, string>> = {
  deposits: 'recharge',
  receipts: 'receipt',
  outgoing: 'transfer out',
}

/**
 * Reads every final transfer to and from custody from the chain again, by ranges of blocks, and
 * compares them with the rows that the books were made from: each transfer must have its row, with
 * the same amount, owner and block, and there must be no other row. It changes nothing.
 * @param from the first block; nothing below it is compared.
 * @throws ChainTrouble when the nodes do not answer or do not agree.
 */
export async function compareWithChain(
  context: ChainCheckContext,
  from: number,
): Promise<ChainCheck | null> {
  const to = await followedTo(context)
  if (to === null || to < from) return null
  // Reads the rows first: everything on the chain up to this block was stored long before.
  const rows = await bookedRows(context, from, to)
  const sightings = await sightingsBetween(context, from, to)
  const breaches = (Object.keys(nouns) as Kind[]).flatMap(kind =>
    differences(nouns[kind], entriesOf(kind, sightings, context.pinned), rows[kind]),
  )
  breaches.push(...lateRecharges(rows.deposits, to))
  const { deposits, receipts, outgoing } = sightings
  const counts = { deposits: deposits.length, receipts: receipts.length, outgoing: outgoing.length }
  return { from, to, ...counts, breaches }
}

/**
 * The block at which a comparison starts by default: the first block of a demonstration's chain,
 * otherwise the first one that something in the books came from; null where nothing did.
 */
export async function firstBlockOf(
  database: Database,
  chain: { chainId: number; demonstration: boolean },
): Promise<number | null> {
  if (chain.demonstration) return 0
  const { rows } = await sql<{ number: number | null }>`
    select min(block_number)::int8 as number from (
      select block_number, chain_id from deposit union all
      select block_number, chain_id from custody_receipt union all
      select block_number, chain_id from custody_transfer) seen
    where chain_id = ${chain.chainId}`.execute(database)
  return rows[0]?.number ?? null
}

/** The newest block that is final on the chain and processed in the books; null before that. */
async function followedTo({ database, quorum, pinned }: ChainCheckContext): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select least(watch.finalized_number, max(block.number))::int8 as number
    from chain_watch watch join chain_block block using (chain_id)
    where chain_id = ${pinned.chainId} group by watch.finalized_number`.execute(database)
  const [row] = rows
  if (!row) return null
  const { finalized } = await quorum.heads()
  return Math.min(row.number, finalized.number)
}

async function sightingsBetween(
  context: ChainCheckContext,
  from: number,
  to: number,
): Promise<Sightings> {
  const all: Sightings = { deposits: [], receipts: [], outgoing: [] }
  let size: number = pace.largestRange
  for (let at = from; at <= to; ) {
    const end = Math.min(at + size - 1, to)
    try {
      const sightings = await sightingsIn(context, at, end)
      for (const kind of Object.keys(all) as Kind[]) all[kind].push(...(sightings[kind] as never[]))
      at = end + 1
      size = Math.min(size * 2, pace.largestRange)
    } catch (error) {
      // A provider that cannot return so long a range gets a shorter one.
      if (!(error instanceof ChainTrouble) || size === 1) throw error
      size = Math.max(1, Math.floor(size / 2))
    }
  }
  return all
}

async function sightingsIn(
  context: ChainCheckContext,
  from: number,
  to: number,
): Promise<Sightings> {
  const { quorum, pinned } = context
  const last: Header = await quorum.agreed(`block ${to}`, node => node.block(to))
  await context.book.refresh()
  const logs = await transferLogs(
    context,
    `logs of blocks ${from} to ${to}`,
    async (node, topics) => {
      const logs = await node.logs({ contract: pinned.contract, topics, in: { from, to } })
      // A node that lags answers a range that it does not have with an empty list.
      return (await node.block(to))?.hash === last.hash ? logs : null
    },
  )
  return sightingsOf(
    context,
    logs.filter(log => log.blockNumber >= from && log.blockNumber <= to),
  )
}

/** Maps transfers of the chain to the form of the books. */
function entriesOf(kind: Kind, sightings: Sightings, { unitsPerMicro }: Pinned): Entry[] {
  const entry = (
    seen: { transactionHash: string; ordinal: number; tokenUnits: bigint; blockNumber: number },
    owner: string,
  ): Entry => entryOf({ ...seen, owner, unitsPerMicro })
  if (kind === 'deposits') return sightings.deposits.map(one => entry(one, one.memberId))
  if (kind === 'receipts')
    return sightings.receipts.map(one => entry(one, `${one.address} from ${one.sender}`))
  return sightings.outgoing.map(one => ({
    ...entry(one, `${one.recipient} from ${one.address}`),
    isWithin: one.leadsTo !== 'outside',
  }))
}

function entryOf(row: Omit<BookedRow, 'state'>): Entry {
  const { transactionHash, ordinal, owner, tokenUnits, unitsPerMicro, blockNumber } = row
  return {
    place: `${transactionHash}:${ordinal}`,
    what: `${formatAmount(tokenUnits / unitsPerMicro)} USDT (${tokenUnits} units) for ${owner} in block ${blockNumber}`,
    facts: [tokenUnits, owner, blockNumber].join(' '),
  }
}

/**
 * Rows of the three tables between two blocks, without those whose block was taken back. A recharge
 * below the minimum has its row like any other: its amount waits, or was credited with a later one.
 */
async function bookedRows(
  { database, pinned }: ChainCheckContext,
  from: number,
  to: number,
): Promise<Record<Kind, BookedRow[]>> {
  const read = async (table: string, owner: ReturnType<typeof sql>): Promise<BookedRow[]> => {
    const { rows } = await sql<BookedRow>`
      select transaction_hash, ordinal, ${owner} as owner, token_units, units_per_micro,
        block_number::int8 as block_number, state
      from ${sql.table(table)}
      where chain_id = ${pinned.chainId} and taken_back_at is null
        and block_number between ${from} and ${to}`.execute(database)
    return rows
  }
  return {
    deposits: await read('deposit', sql`member_id::text`),
    receipts: await read('custody_receipt', sql`concat(address, ' from ', sender)`),
    outgoing: await read('custody_transfer', sql`concat(recipient, ' from ', address)`),
  }
}

/**
 * Recharges that have long been final and deep enough but are in no account. Large ones wait for
 * all validators.
 */
function lateRecharges(rows: readonly BookedRow[], to: number): Breach[] {
  return rows
    .filter(
      ({ state, blockNumber, tokenUnits, unitsPerMicro }) =>
        state === 'confirming' &&
        blockNumber <= to - 2 * terms.confirmations &&
        tokenUnits < terms.large * unitsPerMicro,
    )
    .map(row => ({
      invariant,
      what: `recharge ${entryOf(row).place} is final with ${entryOf(row).what}, and is neither credited nor carried`,
    }))
}

/** Transfers that only one side has, or that differ. */
function differences(noun: string, chain: readonly Entry[], rows: readonly BookedRow[]): Breach[] {
  const booked = new Map(rows.map(row => [entryOf(row).place, row]))
  const breaches: Breach[] = []
  for (const { place, what, facts, isWithin } of chain) {
    const row = booked.get(place)
    booked.delete(place)
    if (!row && isWithin) continue
    if (!row)
      breaches.push({
        invariant,
        what: `${noun} ${place} is on the chain with ${what}, and not in the books`,
      })
    else if (entryOf(row).facts !== facts)
      breaches.push({
        invariant,
        what: `${noun} ${place} is on the chain with ${what}, and in the books with ${entryOf(row).what}`,
      })
  }
  for (const row of booked.values()) {
    const { place, what } = entryOf(row)
    breaches.push({
      invariant,
      what: `${noun} ${place} is in the books (${row.state}) with ${what}, and not on the chain`,
    })
  }
  return breaches
}
