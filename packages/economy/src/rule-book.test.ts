import { formatAmount, highestFee, ONE, parseAmount, quoteTake } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { type Backing, entryPrice, exitPrice, worth } from './price.ts'
import { type SettlementInput, type SettlementResult, settle } from './settlement.ts'

// The worked examples of rule book 2.13, to the last digit.

const backing = (reserve: string, outstanding: string): Backing => ({
  reserve: parseAmount(reserve),
  outstanding: parseAmount(outstanding),
})

/** One run in which each amount is the order of another member. */
const runOf = (before: Backing, ...amounts: string[]): SettlementResult => {
  const input: SettlementInput = {
    ...before,
    period: '2026-11-21',
    cutoffAt: '2026-11-21T16:00:00.000Z',
    parametersVersion: 1,
    orders: amounts.map((amount, i) => ({
      id: `order ${i}`,
      memberId: `member ${i}`,
      amount: parseAmount(amount),
    })),
  }
  return settle(input)
}

const digits = (units: bigint | undefined): string =>
  units === undefined ? 'nothing' : formatAmount(units, 6)

test('E1: the first order ever deals at 1.000000', () => {
  const run = runOf(backing('0', '0'), '1000')
  expect(digits(run.entryPrice)).toBe('1.000000')
  expect(digits(run.fills[0]?.quantity)).toBe('1000.000000')
  expect(digits(run.reserve)).toBe('1000.000000')
  expect(digits(run.outstanding)).toBe('1000.000000')
})

test('E2: a subscription deals at the value behind each coin', () => {
  const run = runOf(backing('103500', '100000'), '500')
  expect(digits(run.entryPrice)).toBe('1.035000')
  expect(digits(run.fills[0]?.quantity)).toBe('483.091787')
  expect(digits(run.reserve)).toBe('104000.000000')
  expect(digits(run.outstanding)).toBe('100483.091787')
  expect(digits(run.published.exitPrice)).toBe('1.035000')
  expect(digits(run.published.price)).toBe('1.035001')
})

test('E3: ugly numbers round for those who stay', () => {
  const before = backing('103500.123457', '98765.432100')
  const run = runOf(before, '777')
  expect(digits(run.entryPrice)).toBe('1.047939')
  expect(digits(exitPrice(before))).toBe('1.047938')
  expect(digits(run.fills[0]?.quantity)).toBe('741.455370')
  expect(digits(run.published.exitPrice)).toBe('1.047938')
})

test('E4: an over-subscribed run guarantees, then shares pro rata', () => {
  const run = runOf(backing('100', '100'), '6000', '9000', '1000')
  expect(run.fills.map(fill => digits(fill.filled))).toEqual([
    '3692.307692',
    '5307.692307',
    '1000.000000',
  ])
  expect(run.fills.map(fill => digits(fill.refunded))).toEqual([
    '2307.692308',
    '3692.307693',
    '0.000000',
  ])
  const sold = run.fills.reduce((total, fill) => total + fill.filled, 0n)
  expect(digits(parseAmount('10000') - sold)).toBe('0.000001')
})

test('E5: burning the fee coin at the exit price leaves the exit price where it was', () => {
  const before = backing('103500', '100000')
  const fee = parseAmount('10')
  const paid = worth(fee, exitPrice(before))
  expect(digits(highestFee(parseAmount('1000'), 100))).toBe('10.000000')
  expect(digits(paid)).toBe('10.350000')
  const after = { reserve: before.reserve - paid, outstanding: before.outstanding - fee }
  expect(digits(exitPrice(after))).toBe('1.035000')
})

describe('E13 and E14: a split and an exchange', () => {
  const before = backing('252000', '120000')
  const after = { ...before, outstanding: before.outstanding * 2n }

  test('a split halves the price and keeps every value', () => {
    expect(digits(exitPrice(before))).toBe('2.100000')
    expect(digits(exitPrice(after))).toBe('1.050000')
    expect(digits(worth(parseAmount('500'), exitPrice(before)))).toBe('1050.000000')
    expect(digits(worth(parseAmount('1000'), exitPrice(after)))).toBe('1050.000000')
    const sell = quoteTake(parseAmount('100'), parseAmount('2.12'), 0)
    const sellAfter = quoteTake(parseAmount('200'), parseAmount('1.06'), 0)
    expect(digits(sell.dealAmount)).toBe('212.000000')
    expect(sellAfter.dealAmount).toBe(sell.dealAmount)
  })

  test('an exchange fee that stays in the reserve lifts the price of those who stay', () => {
    const quantity = parseAmount('1000')
    const gross = worth(quantity, exitPrice(after))
    const pay = gross - highestFee(gross, 100)
    expect(digits(gross)).toBe('1050.000000')
    expect(digits(pay)).toBe('1039.500000')
    const left = { reserve: after.reserve - pay, outstanding: after.outstanding - quantity }
    expect(digits(left.reserve)).toBe('250960.500000')
    expect(digits(exitPrice(left))).toBe('1.050043')
    expect(digits(entryPrice(left))).toBe('1.050044')
  })
})

test('E15: when everybody redeems at once, the reserve pays everybody', () => {
  const before = backing('103500.123457', '98765.432100')
  const holders = ['50000.000001', '30000.123456', '18765.308643'].map(text => parseAmount(text))
  expect(holders.reduce((a, b) => a + b)).toBe(before.outstanding)
  const paid = holders.map(quantity => worth(quantity, exitPrice(before)))
  expect(paid.map(digits)).toEqual(['52396.900001', '31438.269374', '19664.880008'])
  const dust = before.reserve - paid.reduce((a, b) => a + b)
  expect(digits(dust)).toBe('0.074074')
})

test('E16: an order that was cancelled is not in the run, so R and N are unchanged', () => {
  const before = backing('103500', '100000')
  const run = runOf(before)
  expect({ reserve: run.reserve, outstanding: run.outstanding }).toEqual(before)
  expect(run.published).toEqual({ price: entryPrice(before), exitPrice: exitPrice(before) })
  expect(entryPrice(before)).toBe((103500n * ONE) / 100000n)
})
