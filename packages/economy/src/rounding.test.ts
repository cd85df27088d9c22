import { highestFee, ONE, parseAmount } from '@banyan/domain'
import { seedOfRun } from '@banyan/tools/seed'
import { expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { parametersV1 } from './parameters.ts'
import { type Backing, entryPrice, exitPrice, worth } from './price.ts'
import { redeem } from './settlement/07-redemptions/redemption.ts'
import { issueFor } from './settlement/08-subscriptions/subscription.ts'

// Security T8: many of the smallest operations. Fees are left out, so that only rounding counts.
const noFee = { ...parametersV1, exchangeFeeBps: 0 }
const TRIPS = 10_000

test('10,000 smallest round trips through the reserve, at prices that round badly, gain nobody a unit', () => {
  const chance = new Chance(seedOfRun())
  let backing: Backing = {
    reserve: parseAmount('103500.123457'),
    outstanding: parseAmount('98765.4321'),
  }
  let gained = 0n
  for (let trip = 0; trip < TRIPS; trip++) {
    const fill = parametersV1.subscriptionMinimumUsdt
    const { filled, quantity } = issueFor(fill, entryPrice(backing), noFee)
    const inside = {
      reserve: backing.reserve + filled,
      outstanding: backing.outstanding + quantity,
    }
    // Out again at the same mark, whole or in two pieces.
    const mark = exitPrice(inside)
    const part = BigInt(chance.below(Number(quantity)))
    const pay = redeem(part, mark, noFee).pay + redeem(quantity - part, mark, noFee).pay
    const outside = {
      reserve: inside.reserve - pay,
      outstanding: inside.outstanding - quantity,
    }
    expect(pay <= filled).toBe(true)
    expect(outside.reserve * backing.outstanding >= backing.reserve * outside.outstanding).toBe(
      true,
    )
    gained += pay - filled
    backing = outside
  }
  expect(gained <= 0n).toBe(true)
})

test('10,000 single units sold one by one cost no less in fees than sold together', () => {
  const chance = new Chance(seedOfRun())
  let fees = 0n
  let sold = 0n
  for (let sale = 0; sale < TRIPS; sale++) {
    const quantity = BigInt(1 + chance.below(200))
    fees += highestFee(quantity, parametersV1.otcFeeBps)
    sold += quantity
  }
  expect(fees >= highestFee(sold, parametersV1.otcFeeBps)).toBe(true)
})

test('10,000 single units are worth no more one by one than together', () => {
  const chance = new Chance(seedOfRun())
  const price = exitPrice({ reserve: 7n * ONE + 3n, outstanding: 5n * ONE + 1n })
  let apart = 0n
  let whole = 0n
  for (let part = 0; part < TRIPS; part++) {
    const quantity = BigInt(1 + chance.below(3))
    apart += worth(quantity, price)
    whole += quantity
  }
  expect(apart <= worth(whole, price)).toBe(true)
})
