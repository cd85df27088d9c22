import { describe, expect, test } from 'vitest'
import { type Balances, differencesFrom, Reference } from './reference.ts'

const coins = (leaf: bigint, usdt = 0n): Balances => ({
  leaf: { available: leaf, escrow: 0n },
  usdt: { available: usdt, frozen: 0n },
})

/** An order of 10 LEAF with a fee of 0.5 %, of which 2 are taken. */
function withTrade(): Reference {
  const reference = new Reference()
  reference.begin('seller', coins(50_000_000n))
  reference.begin('buyer', coins(0n))
  reference.published('seller', 'order', 10_000_000n, 50n)
  reference.taken('order', 'trade', 'buyer', 2_000_000n)
  return reference
}

describe('the reference', () => {
  test('holds the quantity and the highest fee of an order', () => {
    expect(withTrade().balances.get('seller')?.leaf).toEqual({
      available: 39_950_000n,
      escrow: 10_050_000n,
    })
  })

  test('a release gives the buyer the coins, and the fee to nobody among the members', () => {
    const reference = withTrade()
    reference.released('trade')
    expect(reference.balances.get('buyer')?.leaf.available).toBe(2_000_000n)
    reference.withdrawn('order')
    expect(reference.balances.get('seller')?.leaf).toEqual({ available: 47_990_000n, escrow: 0n })
  })

  test('a trade that was given up is on offer again', () => {
    const reference = withTrade()
    reference.givenUp('trade')
    reference.withdrawn('order')
    expect(reference.balances.get('seller')).toEqual(coins(50_000_000n))
  })

  test('gives the same balances in whichever order a withdrawal and its takes are entered', () => {
    const late = new Reference()
    late.begin('seller', coins(50_000_000n))
    late.begin('buyer', coins(0n))
    late.published('seller', 'order', 10_000_000n, 50n)
    late.withdrawn('order')
    late.taken('order', 'trade', 'buyer', 2_000_000n)
    const early = withTrade()
    early.withdrawn('order')
    expect(late.balances).toEqual(early.balances)
    for (const reference of [late, early]) reference.givenUp('trade')
    expect(late.balances.get('seller')).toEqual(coins(50_000_000n))
    expect(early.balances).toEqual(late.balances)
  })

  test('refuses a trade that has ended, and a quantity whose fee is not whole', () => {
    const reference = withTrade()
    reference.released('trade')
    expect(() => reference.released('trade')).toThrow('is not open')
    expect(() => reference.published('seller', 'other', 5_000n, 50n)).toThrow('hundredth')
  })

  test('a subscription freezes its amount until it is taken back', () => {
    const reference = new Reference()
    reference.begin('member', coins(0n, 80_000_000n))
    reference.subscribed('member', 'subscription', 50_000_000n)
    expect(reference.balances.get('member')?.usdt).toEqual({
      available: 30_000_000n,
      frozen: 50_000_000n,
    })
    reference.unsubscribed('subscription')
    expect(reference.balances.get('member')).toEqual(coins(0n, 80_000_000n))
  })

  test('a subscription that a settlement has dealt is coins, and what is left of its amount', () => {
    const reference = new Reference()
    reference.begin('member', coins(0n, 80_000_000n))
    reference.subscribed('member', 'subscription', 50_000_000n)
    reference.dealt('subscription', { quantity: 20_000_000n, refunded: 10_000_000n })
    expect(reference.balances.get('member')).toEqual(coins(20_000_000n, 40_000_000n))
    expect(() => reference.unsubscribed('subscription')).toThrow('no subscription')
  })

  test('becomes what a copy of it was, with everything that was open then', () => {
    const reference = withTrade()
    const then = reference.copy()
    reference.released('trade')
    reference.paid('seller', { leaf: 5n, usdt: 7n })
    reference.becomes(then)
    expect(reference.balances).toEqual(withTrade().balances)
    reference.givenUp('trade')
    reference.withdrawn('order')
    expect(reference.balances.get('seller')).toEqual(coins(50_000_000n))
    expect(then.balances).toEqual(withTrade().balances)
  })

  test('names each balance that is another one than by the acts', () => {
    const reference = withTrade()
    const shown = new Map(reference.balances)
    shown.set('buyer', coins(1n))
    expect(differencesFrom(reference.balances, shown)).toEqual([
      'buyer: LEAF available is 1, by the acts 0',
    ])
  })
})
