import { expect, it } from 'vitest'
import type { CustodyReading } from '../deposits/index.ts'
import { readingOf } from './reading.ts'
import type { Books } from './store.ts'

const usdt = (whole: number) => BigInt(whole) * 1_000_000n
const none = { RESERVE: 0n, INCOME: 0n, 'POOL.static': 0n, 'POOL.dynamic': 0n, OPS: 0n, RISK: 0n }
const books = (members: number, onTheWay: number): Books => ({
  period: '2026-11-23',
  price: 1n,
  exitPrice: 1n,
  outstanding: 0n,
  taken: usdt(members + onTheWay),
  owed: { ...none, members: usdt(members), PAYOUTS: usdt(onTheWay) },
})
const custody = (held: number): CustodyReading => ({
  block: { number: 7, hash: `0x${'7'.repeat(64)}` },
  addresses: 1,
  held: usdt(held),
  by: { recharges: 0n, founding: 0n, income: 0n, hot: usdt(held), cold: 0n },
  uncredited: 0n,
  unclassified: 0n,
})

it('a payout that is mined and not booked is neither held nor owed: it causes no shortfall', () => {
  const before = readingOf(books(900, 100), custody(1_000), { typed: 0n, unbooked: 0n })
  const mined = readingOf(books(900, 100), custody(901), { typed: 0n, unbooked: usdt(99) })
  expect([before.missing, before.custody - before.owed]).toEqual([0n, 0n])
  expect([mined.missing, mined.custody - mined.owed]).toEqual([0n, 0n])
  expect(mined.figures.owes.find(one => one.name === 'PAYOUTS')?.amount).toBe('1')
})

it('an unexplained transfer out is missing, also beside a payout', () => {
  const read = readingOf(books(900, 100), custody(851), { typed: 0n, unbooked: usdt(99) })
  expect([read.missing, read.owed - read.custody]).toEqual([usdt(50), usdt(50)])
})

it('without the chain nothing counts as mined', () => {
  const read = readingOf(books(900, 100), null, { typed: 0n, unbooked: usdt(99) })
  expect([read.missing, read.owed]).toEqual([null, usdt(1_000)])
})
