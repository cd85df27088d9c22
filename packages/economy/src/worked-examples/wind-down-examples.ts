import { bookLoss } from '../settlement/02-losses-and-income/losses.ts'
import { shareAmong } from '../settlement/02-losses-and-income/sharing.ts'
import { windDown } from '../wind-down.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  type WorkedExample,
} from './figures.ts'

/**
 * E20: a wind-down with three holders, the last of whom bought after the notice. E21: a loss that
 * is found when the platform closes and that OPS cannot bear.
 */
export const windDownExamples: readonly WorkedExample[] = [
  {
    id: 'E20',
    title: { zh: '清盘', en: 'A wind-down' },
    given: {
      reserve: '1000',
      outstanding: '1000',
      seed: '100',
      poolStatic: '40.000001',
      poolDynamic: '30',
      income: '5',
      ops: '90',
      costs: '20',
      risk: '10',
      positions: '300 / 100 / 0',
      held: '500 / 300 / 100',
      leastHeld: '400 / 100 / 0',
    },
    gives: {
      ofStatic: '30.000000 / 10.000000 / 0.000000',
      reserve: '1105.000001',
      exitPrice: '1.105000',
      ofCoins: '552.500000 / 331.500000 / 110.500000',
      risk: '120.500001',
      ofRisk: '96.400000 / 24.100000 / 0.000000',
      together: '678.900000 / 365.600000 / 110.500000',
      ops: '20.000001',
    },
    work: ended,
  },
  {
    id: 'E21',
    title: { zh: '关闭后的损失', en: 'A loss after the closing' },
    given: {
      loss: '680.000001',
      ops: '5',
      balances: '1000 / 300.000001 / 50',
      held: '120.5',
      most: '1000',
    },
    gives: {
      ofOps: '5.000000',
      shared: '675.000001',
      owed: '1350.000001',
      kept: '499.999999 / 150.000000 / 24.999999',
      heldThen: '60.249999',
      dust: '0.000002',
    },
    work: sharedAfterwards,
  },
]

function sharedAfterwards(given: Figures): Figures {
  const balances = amountsOf(given, 'balances')
  const cover = { risk: 0n, ops: amountOf(given, 'ops'), poolStatic: 0n, reserve: 0n }
  const { ops, left } = bookLoss(amountOf(given, 'loss'), cover)
  const sharing = shareAmong(left, 0n, {
    most: amountOf(given, 'most'),
    owners: balances.map((_, i) => `member ${i}`),
    balances: BigInt64Array.from(balances),
    holds: amountsOf(given, 'held').map((amount, i) => ({ id: `hold ${i}`, amount })),
  })
  if (sharing === null) throw new RangeError('there is nothing to share')
  return {
    ofOps: digits(ops),
    shared: digits(sharing.shared),
    owed: digits(sharing.owed),
    kept: digitsOf(balances.map((balance, i) => balance - (sharing.taken[i] ?? 0n))),
    heldThen: digitsOf(sharing.holds.map(one => one.amount)),
    dust: digits(sharing.dust),
  }
}

function ended(given: Figures): Figures {
  const leastHeld = amountsOf(given, 'leastHeld')
  const weights = amountsOf(given, 'positions')
  const holders = amountsOf(given, 'held').map((quantity, i) => ({
    memberId: `member ${i}`,
    quantity,
    leastHeld: leastHeld[i] ?? 0n,
    isInsider: false,
  }))
  const outcome = windDown({
    reserve: amountOf(given, 'reserve'),
    outstanding: amountOf(given, 'outstanding'),
    poolStatic: amountOf(given, 'poolStatic'),
    poolDynamic: amountOf(given, 'poolDynamic'),
    income: amountOf(given, 'income'),
    risk: amountOf(given, 'risk'),
    ops: amountOf(given, 'ops'),
    costs: amountOf(given, 'costs'),
    seed: amountOf(given, 'seed'),
    positions: weights.map((quantity, i) => ({
      id: `position ${i}`,
      memberId: `member ${i}`,
      quantity,
    })),
    holders,
  })
  const { ofStatic, ofCoins, ofRisk } = outcome
  const together = ofCoins.map((coins, i) => coins + (ofStatic[i] ?? 0n) + (ofRisk[i] ?? 0n))
  return {
    ofStatic: digitsOf(ofStatic),
    reserve: digits(outcome.reserve),
    exitPrice: digits(outcome.exitPrice),
    ofCoins: digitsOf(ofCoins),
    risk: digits(outcome.risk),
    ofRisk: digitsOf(ofRisk),
    together: digitsOf(together),
    ops: digits(outcome.ops),
  }
}
