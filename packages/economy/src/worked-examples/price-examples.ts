import { highestFee, quoteTake } from '@banyan/domain'
import { sum } from '../amounts.ts'
import { parametersV1 } from '../parameters.ts'
import { type Backing, entryPrice, exitPrice, shareOf, worth } from '../price.ts'
import { redeemFees } from '../settlement/04-fee-coins/fees.ts'
import { redeem } from '../settlement/07-redemptions/redemption.ts'
import { splitOf } from '../settlement/11-split/split.ts'
import { type Books, quietInput } from '../settlement/facts.ts'
import type { SettlementResult } from '../settlement/result.ts'
import { settle } from '../settlement/settle.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  figuresOf,
  type WorkedExample,
} from './figures.ts'

/** E1 to E5 and E13 to E16: price, subscriptions, fees, splits and exchanges. */
export const priceExamples: readonly WorkedExample[] = [
  {
    id: 'E1',
    title: { zh: '第一笔认购', en: 'The first subscription' },
    given: { reserve: '0', outstanding: '0', orders: '1000' },
    gives: {
      price: '1.000000',
      quantity: '1000.000000',
      reserve: '1000.000000',
      outstanding: '1000.000000',
    },
    work: given => figuresOf(subscribed(given), 'price', 'quantity', 'reserve', 'outstanding'),
  },
  {
    id: 'E2',
    title: { zh: '按每枚币背后的价值认购', en: 'A subscription at the value behind each coin' },
    given: { reserve: '103500', outstanding: '100000', orders: '500' },
    gives: {
      price: '1.035000',
      quantity: '483.091787',
      reserve: '104000.000000',
      outstanding: '100483.091787',
      exitPriceAfter: '1.035000',
      priceAfter: '1.035001',
    },
    work: given =>
      figuresOf(
        subscribed(given),
        ...(['price', 'quantity', 'reserve', 'outstanding'] as const),
        ...(['exitPriceAfter', 'priceAfter'] as const),
      ),
  },
  {
    id: 'E3',
    title: { zh: '除不尽的数字', en: 'Ugly numbers' },
    given: { reserve: '103500.123457', outstanding: '98765.4321', orders: '777' },
    gives: {
      exitPrice: '1.047938',
      price: '1.047939',
      quantity: '741.455370',
      exitPriceAfter: '1.047938',
    },
    work: given => figuresOf(subscribed(given), 'exitPrice', 'price', 'quantity', 'exitPriceAfter'),
  },
  {
    id: 'E4',
    title: { zh: '超额认购', en: 'Over-subscribed' },
    given: { reserve: '100', outstanding: '100', orders: '6000 / 9000 / 1000' },
    gives: {
      filled: '4500.000000 / 4500.000000 / 1000.000000',
      refunded: '1500.000000 / 4500.000000 / 0.000000',
      unsold: '0.000000',
    },
    work: given => figuresOf(subscribed(given), 'filled', 'refunded', 'unsold'),
  },
  {
    id: 'E19',
    title: { zh: '均等配售的零头', en: 'The last units of an even fill' },
    given: { reserve: '100', outstanding: '100', orders: '5000 / 5000 / 5000' },
    gives: {
      filled: '3333.333334 / 3333.333333 / 3333.333333',
      refunded: '1666.666666 / 1666.666667 / 1666.666667',
      unsold: '0.000000',
    },
    work: given => figuresOf(subscribed(given), 'filled', 'refunded', 'unsold'),
  },
  {
    id: 'E5',
    title: { zh: '交易手续费', en: 'The fee of a trade' },
    given: { reserve: '103500', outstanding: '100000', sold: '1000' },
    gives: {
      fee: '10.000000',
      redeemed: '10.350000',
      toStatic: '4.140000',
      toDynamic: '3.105000',
      toOps: '2.070000',
      toRisk: '1.035000',
      exitPriceAfter: '1.035000',
    },
    work: feeTaken,
  },
  {
    id: 'E13',
    title: { zh: '拆分', en: 'A split' },
    given: {
      reserve: '252000',
      outstanding: '120000',
      quantity: '500',
      sellQuantity: '100',
      sellPrice: '2.12',
    },
    gives: {
      exitPrice: '2.100000',
      multiple: '2',
      outstandingAfter: '240000.000000',
      exitPriceAfter: '1.050000',
      quantityAfter: '1000.000000',
      value: '1050.000000',
      valueAfter: '1050.000000',
      sellQuantityAfter: '200.000000',
      sellPriceAfter: '1.060000',
      sellAmount: '212.000000',
      sellAmountAfter: '212.000000',
    },
    work: split,
  },
  {
    id: 'E14',
    title: { zh: '兑换', en: 'An exchange' },
    given: { reserve: '252000', outstanding: '240000', quantity: '1000' },
    gives: {
      gross: '1050.000000',
      fee: '10.500000',
      pay: '1039.500000',
      reserve: '250960.500000',
      outstanding: '239000.000000',
      exitPriceAfter: '1.050043',
      priceAfter: '1.050044',
    },
    work: exchanged,
  },
  {
    id: 'E15',
    title: { zh: '所有人同时兑换（不计手续费）', en: 'Everybody redeems at once (fee 0)' },
    given: {
      reserve: '103500.123457',
      outstanding: '98765.4321',
      quantities: '50000.000001 / 30000.123456 / 18765.308643',
    },
    gives: {
      pays: '52396.900001 / 31438.269374 / 19664.880008',
      paid: '103500.049383',
      left: '0.074074',
    },
    work: emptied,
  },
  {
    id: 'E16',
    title: { zh: '截止前撤销', en: 'Cancelled before the cut-off' },
    given: { reserve: '103500', outstanding: '100000', orders: '500', cancelled: '500' },
    gives: { orderFee: '0.000000', reserve: '103500.000000', outstanding: '100000.000000' },
    work: given => {
      const { result } = settledWith(backingOf(given), [])
      const orderFee = amountOf(given, 'orders') - amountOf(given, 'cancelled')
      const { reserve, outstanding } = result.books
      return {
        orderFee: digits(orderFee),
        reserve: digits(reserve),
        outstanding: digits(outstanding),
      }
    },
  },
]

const backingOf = (given: Figures): Backing => ({
  reserve: amountOf(given, 'reserve'),
  outstanding: amountOf(given, 'outstanding'),
})

const emptyPools = { poolStatic: 0n, poolDynamic: 0n, ops: 0n, risk: 0n, shortfall: 0n }

/** A whole run in which each amount is the order of another member. */
function settledWith(
  backing: Backing,
  amounts: readonly bigint[],
): { result: SettlementResult; books: Books } {
  const books = { ...backing, ...emptyPools }
  const orders = amounts.map((amount, i) => ({ id: `S${i}`, memberId: `member ${i}`, amount }))
  return { books, result: settle({ ...quietInput('2026-11-21', books), orders }) }
}

function subscribed(given: Figures): Figures {
  const before = backingOf(given)
  const { result } = settledWith(before, amountsOf(given, 'orders'))
  const filled = result.fills.map(fill => fill.filled)
  return {
    exitPrice: digits(exitPrice(before)),
    price: digits(result.entryPrice),
    quantity: digitsOf(result.fills.map(fill => fill.quantity)),
    filled: digitsOf(filled),
    refunded: digitsOf(result.fills.map(fill => fill.refunded)),
    unsold: digits(parametersV1.runCapacityUsdt - sum(filled)),
    reserve: digits(result.books.reserve),
    outstanding: digits(result.books.outstanding),
    exitPriceAfter: digits(result.published.exitPrice),
    priceAfter: digits(result.published.price),
  }
}

function feeTaken(given: Figures): Figures {
  const before = backingOf(given)
  const fee = highestFee(amountOf(given, 'sold'), parametersV1.otcFeeBps)
  const { burned, redeemed, ...shares } = redeemFees(fee, exitPrice(before))
  const after = {
    reserve: before.reserve - redeemed,
    outstanding: before.outstanding - burned,
  }
  return {
    fee: digits(burned),
    redeemed: digits(redeemed),
    toStatic: digits(shares.toStatic),
    toDynamic: digits(shares.toDynamic),
    toOps: digits(shares.toOps),
    toRisk: digits(shares.toRisk),
    exitPriceAfter: digits(exitPrice(after)),
  }
}

function split(given: Figures): Figures {
  const before = backingOf(given)
  const booking = splitOf(before)
  if (!booking) return { exitPrice: digits(exitPrice(before)), multiple: '1' }
  const multiple = BigInt(booking.multiple)
  const after = { ...before, outstanding: booking.after }
  const [quantity, sellQuantity] = [amountOf(given, 'quantity'), amountOf(given, 'sellQuantity')]
  const sellPrice = amountOf(given, 'sellPrice')
  const sellPriceAfter = (sellPrice + multiple - 1n) / multiple
  const amountFor = (coins: bigint, price: bigint) => digits(quoteTake(coins, price, 0).dealAmount)
  return {
    exitPrice: digits(booking.priceBefore),
    multiple: `${booking.multiple}`,
    outstandingAfter: digits(booking.after),
    exitPriceAfter: digits(booking.priceAfter),
    quantityAfter: digits(quantity * multiple),
    value: digits(shareOf(quantity, before)),
    valueAfter: digits(shareOf(quantity * multiple, after)),
    sellQuantityAfter: digits(sellQuantity * multiple),
    sellPriceAfter: digits(sellPriceAfter),
    sellAmount: amountFor(sellQuantity, sellPrice),
    sellAmountAfter: amountFor(sellQuantity * multiple, sellPriceAfter),
  }
}

function exchanged(given: Figures): Figures {
  const before = backingOf(given)
  const quantity = amountOf(given, 'quantity')
  const { gross, fee, pay } = redeem(quantity, exitPrice(before))
  const after = {
    reserve: before.reserve - pay,
    outstanding: before.outstanding - quantity,
  }
  return {
    gross: digits(gross),
    fee: digits(fee),
    pay: digits(pay),
    reserve: digits(after.reserve),
    outstanding: digits(after.outstanding),
    exitPriceAfter: digits(exitPrice(after)),
    priceAfter: digits(entryPrice(after)),
  }
}

function emptied(given: Figures): Figures {
  const before = backingOf(given)
  const pays = amountsOf(given, 'quantities').map(coins => worth(coins, exitPrice(before)))
  return {
    pays: digitsOf(pays),
    paid: digits(sum(pays)),
    left: digits(before.reserve - sum(pays)),
  }
}
