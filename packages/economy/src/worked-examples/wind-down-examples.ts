import { windDown } from '../wind-down.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  type WorkedExample,
} from './figures.ts'

/** E20: a wind-down with three holders, the last of whom bought after the notice. */
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
]

function ended(given: Figures): Figures {
  const leastHeld = amountsOf(given, 'leastHeld')
  const weights = amountsOf(given, 'positions')
  const holders = amountsOf(given, 'held').map((quantity, i) => ({
    ...{ memberId: `member ${i}`, quantity, leastHeld: leastHeld[i] ?? 0n, isInsider: false },
  }))
  const outcome = windDown({
    ...{ reserve: amountOf(given, 'reserve'), outstanding: amountOf(given, 'outstanding') },
    ...{ poolStatic: amountOf(given, 'poolStatic'), poolDynamic: amountOf(given, 'poolDynamic') },
    ...{ income: amountOf(given, 'income'), risk: amountOf(given, 'risk') },
    ...{ ops: amountOf(given, 'ops'), costs: amountOf(given, 'costs') },
    seed: amountOf(given, 'seed'),
    positions: weights.map((quantity, i) => ({
      ...{ id: `position ${i}`, memberId: `member ${i}`, quantity },
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
