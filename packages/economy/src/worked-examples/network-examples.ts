import { ONE } from '@banyan/domain'
import { FULL_FACTOR, payDynamic } from '../dynamic.ts'
import { type DynamicFacts, type DynamicNodes, standing, type TradeFee } from '../dynamic-facts.ts'
import type { DynamicOutcome } from '../dynamic-outcome.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import { pairedVolumes } from '../volume.ts'
import { amountOf, digits, digitsOf, type Figures, textOf, type WorkedExample } from './figures.ts'

/*
 * The tree of the examples: M; on its left A, whom M invited, and under A on the left B; on its
 * right C, whom M invited. A and C are effective, M may be paid; coins are worth 1.000000.
 */
const names = ['M', 'A', 'B', 'C'] as const
type Name = (typeof names)[number]
const M = 0
const A = 1

/** E7 to E12: direct and pairing pay. */
export const networkExamples: readonly WorkedExample[] = [
  {
    id: 'E7',
    title: { zh: '直推收益', en: 'Direct pay' },
    given: { fee: '100' },
    gives: { qualified: '10.000000', notQualified: '0.000000' },
    work: given => {
      const fees = { A: amountOf(given, 'fee') }
      const paid = (standings: number) =>
        digits(payDynamic(world({ fees, ofM: standings }), marks).paid)
      return { qualified: paid(standing.distributed), notQualified: paid(0) }
    },
  },
  {
    id: 'E8',
    title: { zh: '逐层递减的业绩与对碰', en: 'Volume decayed by level, and its match' },
    given: { feeA: '100', feeB: '50', feeC: '80', balances: '0 / 0' },
    gives: {
      volumes: '140.000000 / 80.000000',
      matched: '80.000000',
      raw: '6.400000',
      balances: '60.000000 / 0.000000',
      shownTotals: '150.000000 / 80.000000',
    },
    work: given => ({ ...matched(given), shownTotals: shownTotals(given) }),
  },
  {
    id: 'E9',
    title: { zh: '每日封顶', en: 'The daily cap' },
    given: { feeA: '100', feeB: '50', feeC: '80', dailyCap: '4' },
    gives: {
      pay: '4.000000',
      consumed: '50.000000',
      balances: '90.000000 / 30.000000',
    },
    work: given => {
      const p = { ...parametersV1, dailyCapUsdt: amountOf(given, 'dailyCap') }
      return paidTo(payDynamic(world({ fees: feesOf(given) }), marks, p))
    },
  },
  {
    id: 'E10',
    title: { zh: '结余结转到次日', en: 'Carried to the next day' },
    given: { carried: '60 / 0', feeC: '40' },
    gives: {
      volumes: '60.000000 / 40.000000',
      matched: '40.000000',
      raw: '3.200000',
      balances: '20.000000 / 0.000000',
    },
    work: matched,
  },
  {
    id: 'E11',
    title: { zh: '拨付系数兜底', en: 'The back-stop' },
    given: { carried: '140 / 80', poolAfterDirect: '4.8' },
    gives: { raw: '6.400000', factor: '0.750000000', pay: '4.800000' },
    work: given => {
      const pool = amountOf(given, 'poolAfterDirect')
      const outcome = payDynamic(world({ carried: carriedOf(given) }), { ...marks, pool })
      const { raw, amount } = pairOf(outcome)
      return { raw: digits(raw), factor: billionths(outcome.factor), pay: digits(amount) }
    },
  },
  {
    id: 'E12',
    title: { zh: '轮次封顶', en: 'The round cap' },
    given: { carried: '140 / 80', paidInRound: '1996' },
    gives: {
      raw: '6.400000',
      pay: '4.000000',
      consumed: '50.000000',
      balances: '90.000000 / 30.000000',
      status: 'dynamic eliminated',
    },
    work: given => {
      const facts = world({
        carried: carriedOf(given),
        paidInRound: amountOf(given, 'paidInRound'),
      })
      const outcome = payDynamic(facts, marks)
      const status = outcome.eliminated.includes(M) ? 'dynamic eliminated' : 'active'
      return { raw: digits(pairOf(outcome).raw), ...paidTo(outcome), status }
    },
  },
]

/** A pool that is large enough, and coins worth one USDT. */
const marks = { pool: 1_000_000n * ONE, exitPrice: ONE }

interface World {
  readonly fees?: Partial<Record<Name, bigint>>
  readonly carried?: readonly [bigint, bigint]
  readonly paidInRound?: bigint
  readonly ofM?: number
}

function world({ fees = {}, carried = [0n, 0n], paidInRound = 0n, ofM }: World): DynamicFacts {
  const { sound, distributed } = standing
  const nodes: DynamicNodes = {
    memberIds: names,
    parents: Int32Array.of(-1, M, A, M),
    sides: Uint8Array.of(0, 0, 0, 1),
    inviters: Int32Array.of(-1, M, A, M),
    balancesLeft: BigInt64Array.of(carried[0], 0n, 0n, 0n),
    balancesRight: BigInt64Array.of(carried[1], 0n, 0n, 0n),
    paidInRound: BigInt64Array.of(paidInRound, 0n, 0n, 0n),
    countedFees: BigInt64Array.of(0n, ONE, 0n, ONE),
    standings: Uint8Array.of(ofM ?? distributed, sound, 0, sound),
  }
  const paid = names.flatMap((memberId, node): TradeFee[] => {
    const coins = fees[memberId]
    return coins === undefined
      ? []
      : [{ tradeId: `trade of ${memberId}`, memberId, node, coins, outside: true }]
  })
  const balancesPairBps = parametersV1.pairBps
  return { period: '2026-11-21', enabled: true, balancesPairBps, nodes, fees: paid, kept: [] }
}

const feesOf = (given: Figures): Partial<Record<Name, bigint>> =>
  Object.fromEntries(
    names
      .filter(name => given[`fee${name}`] !== undefined)
      .map(name => [name, amountOf(given, `fee${name}`)]),
  )

const carriedOf = (given: Figures): readonly [bigint, bigint] => {
  const [left = '0', right = '0'] = textOf(given, 'carried').split(' / ')
  return [amountOf({ left }, 'left'), amountOf({ right }, 'right')]
}

function pairOf(outcome: DynamicOutcome) {
  const pay = outcome.pairs.find(({ node }) => node === M)
  if (!pay) throw new RangeError('M has matched nothing')
  return pay
}

const balancesAfter = ({ changes }: DynamicOutcome): string => {
  const change = changes.find(({ node }) => node === M)
  return digitsOf([change?.left ?? 0n, change?.right ?? 0n])
}

function matched(given: Figures): Figures {
  const carried = given.carried === undefined ? undefined : carriedOf(given)
  const outcome = payDynamic(world({ fees: feesOf(given), ...(carried && { carried }) }), marks)
  const pay = pairOf(outcome)
  return {
    volumes: digitsOf([pay.left, pay.right]),
    matched: digits(pay.matched),
    raw: digits(pay.raw),
    balances: balancesAfter(outcome),
  }
}

function paidTo(outcome: DynamicOutcome): Figures {
  const { amount, consumed } = pairOf(outcome)
  return { pay: digits(amount), consumed: digits(consumed), balances: balancesAfter(outcome) }
}

/** What a page shows as the totals of the regions: every fee in full, however deep. */
function shownTotals(given: Figures): string {
  const { nodes, fees } = world({ fees: feesOf(given) })
  const own = new Float64Array(names.length)
  for (const { node, coins } of fees) own[node ?? 0] = Number(coins)
  const undecayed: Parameters = { ...parametersV1, decayNumerator: 1n, decayDenominator: 1n }
  const { left, right } = pairedVolumes(nodes, own, undecayed)
  return digitsOf([BigInt(left[M] ?? 0), BigInt(right[M] ?? 0)])
}

const billionths = (factor: bigint): string =>
  `${factor / FULL_FACTOR}.${`${factor % FULL_FACTOR}`.padStart(9, '0')}`
