import { formatAmount, type splitRecord } from '@banyan/domain'
import { cutoffOf, entryPrice, type Period, shareOf } from '@banyan/economy'
import type { z } from 'zod'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { publishedWith } from './store.ts'

/**
 * What prices read from the books: when the coin was split, what a member had then, and what is
 * still to be released.
 */
export type SplitBooks = Pick<Ledger, 'splits' | 'coinsBeforeSplits' | 'balance'>

/** A split that a settlement has published: R did not change, N is the old N times the multiple. */
export interface PublishedSplit {
  epoch: number
  multiple: number
  period: Period
  reserve: bigint
  /** N before, micro-LEAF. */
  before: bigint
  after: bigint
}

/** Every published split, the oldest first. One whose run is still under way is left out. */
export async function publishedSplits(
  database: Database | Tx,
  books: Pick<SplitBooks, 'splits'>,
): Promise<PublishedSplit[]> {
  const splits = await books.splits(database)
  if (splits.length === 0) return []
  const prices = await publishedWith(
    database,
    splits.map(split => split.at),
  )
  return splits.flatMap(({ epoch, multiple }, i) => {
    const price = prices[i]
    if (!price) return []
    const { period, reserve, outstanding: after } = price
    return [{ epoch, multiple, period, reserve, before: after / BigInt(multiple), after }]
  })
}

/** The factor from the unit of a period to the current unit. */
export const unitsSince = (splits: readonly PublishedSplit[], period: Period): bigint =>
  splits
    .filter(split => split.period > period)
    .reduce((times, { multiple }) => times * BigInt(multiple), 1n)

/**
 * Every split as a member sees it, the newest first. Prices are guide prices, ceil6(R ÷ N); the
 * member's value is floor6(R × q ÷ N) from the exact ratio, before and after. Rule book 2.11.
 */
export async function splitRecordsOf(
  database: Database,
  books: SplitBooks,
  memberId: string,
): Promise<z.output<typeof splitRecord>[]> {
  const splits = await publishedSplits(database, books)
  const coins = await books.coinsBeforeSplits(database, memberId)
  return splits
    .map((split, i) => {
      const own = coins.find(one => one.epoch === split.epoch)?.quantity ?? 0n
      return presentSplit(split, i + 1, own)
    })
    .reverse()
}

function presentSplit(
  { multiple, period, reserve, before, after }: PublishedSplit,
  times: number,
  own: bigint,
): z.output<typeof splitRecord> {
  const was = { reserve, outstanding: before }
  const is = { reserve, outstanding: after }
  const quantityAfter = own * BigInt(multiple)
  return {
    times,
    multiple,
    at: cutoffOf(period).toISOString(),
    priceBefore: formatAmount(entryPrice(was), 6),
    priceAfter: formatAmount(entryPrice(is), 6),
    coinsBefore: formatAmount(before),
    coinsAfter: formatAmount(after),
    amount: formatAmount(after - before),
    quantityBefore: formatAmount(own),
    quantityAfter: formatAmount(quantityAfter),
    valueBefore: formatAmount(shareOf(own, was)),
    valueAfter: formatAmount(shareOf(quantityAfter, is)),
  }
}
