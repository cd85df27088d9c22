import { parametersV1 } from '../parameters.ts'
import { positionColumns } from '../settlement/05-static-pay/static-columns.ts'
import { quietInput } from '../settlement/facts.ts'
import { settle } from '../settlement/settle.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  type WorkedExample,
} from './figures.ts'

/** E18: waiting outside income is released slowly; one run for each waiting amount. */
export const incomeExamples: readonly WorkedExample[] = [
  {
    id: 'E18',
    title: { zh: '外部收入缓慢释放', en: 'Outside income released slowly' },
    given: {
      reserve: '103500',
      outstanding: '100000',
      activated: '40000',
      income: '51750 / 300 / 0.000029',
    },
    gives: {
      released: '72.450000 / 10.000000 / 0.000029',
      toStatic: '14.490000 / 2.000000 / 0.000005',
      toReserve: '57.960000 / 8.000000 / 0.000024',
      waits: '51677.550000 / 290.000000 / 0.000000',
      priceAfter: '1.035580 / 1.035080 / 1.035001',
    },
    work: released,
  },
]

function released(given: Figures): Figures {
  const runs = amountsOf(given, 'income').map(income => runWith(given, income))
  const releases = runs.flatMap(({ release }) => (release ? [release] : []))
  return {
    released: digitsOf(releases.map(one => one.released)),
    toStatic: digitsOf(releases.map(one => one.toStatic)),
    toReserve: digitsOf(releases.map(one => one.toReserve)),
    waits: digitsOf(runs.map(({ books }) => books.income ?? 0n)),
    priceAfter: runs.map(({ published }) => digits(published.price)).join(' / '),
  }
}

function runWith(given: Figures, income: bigint) {
  const books = {
    reserve: amountOf(given, 'reserve'),
    outstanding: amountOf(given, 'outstanding'),
    income,
    poolStatic: 0n,
    poolDynamic: 0n,
    ops: 0n,
    risk: 0n,
    shortfall: 0n,
  }
  const quantity = amountOf(given, 'activated')
  const position = {
    id: 'position',
    memberId: 'member',
    quantity,
    openingValue: quantity,
    paid: 0n,
    unlockAsked: false,
  }
  return settle({
    ...quietInput('2026-11-21', books, parametersV1),
    statics: { positions: positionColumns([position]), asked: [] },
  })
}
