import { sum } from '../amounts.ts'
import { payStatic, staticCap } from '../settlement/05-static-pay/static.ts'
import {
  paysOf,
  positionColumns,
  type StaticPosition,
} from '../settlement/05-static-pay/static-columns.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  type WorkedExample,
} from './figures.ts'

/** E6: static pay. */
export const payExamples: readonly WorkedExample[] = [
  {
    id: 'E6',
    title: { zh: '静态收益与封顶', en: 'Static pay and its cap' },
    given: {
      released: '414',
      weights: '10000 / 30000 / 60000',
      leftToCap: '1000 / 1000 / 100',
    },
    gives: {
      pays: '41.400000 / 124.200000 / 100.000000',
      eliminated: '– / – / cap',
      unlocked: '60000.000000',
      staysOfReleased: '148.400000',
    },
    work: staticPaid,
  },
]

function staticPaid(given: Figures): Figures {
  const released = amountOf(given, 'released')
  const openingValue = 10_000_000000n
  const rests = amountsOf(given, 'leftToCap')
  const positions = positionColumns(
    amountsOf(given, 'weights').map(
      (quantity, i): StaticPosition => ({
        id: `position ${i}`,
        memberId: `member ${i}`,
        quantity,
        openingValue,
        paid: staticCap(openingValue) - (rests[i] ?? 0n),
        unlockAsked: false,
      }),
    ),
  )
  const outcome = payStatic({ pool: released * 30n, positions })
  const pays = paysOf(positions, outcome)
  const gone = pays.filter(pay => pay.eliminated !== null)
  return {
    pays: digitsOf(pays.map(pay => pay.amount)),
    eliminated: pays.map(pay => pay.eliminated ?? '–').join(' / '),
    unlocked: digits(sum(gone.map(pay => pay.weight))),
    staysOfReleased: digits(outcome.released - sum(pays.map(pay => pay.amount))),
  }
}
