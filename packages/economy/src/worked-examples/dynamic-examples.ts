import { ONE, parseAmount } from '@banyan/domain'
import { parametersV1 } from '../parameters.ts'
import { roundOf } from '../rounds.ts'
import { payDynamic } from '../settlement/06-dynamic-pay/dynamic.ts'
import { standing, type TradeFee } from '../settlement/06-dynamic-pay/dynamic-facts.ts'
import { type NodeRow, nodesOf } from '../settlement/06-dynamic-pay/dynamic-nodes.ts'
import { pairedVolumes } from '../settlement/06-dynamic-pay/volume.ts'
import { reopenRounds } from '../settlement/08-rounds-reopened/reopening.ts'
import {
  amountOf,
  amountsOf,
  digits,
  digitsOf,
  type Figures,
  figuresOf,
  textOf,
  type WorkedExample,
} from './figures.ts'

/** E7 to E12: pay for invitees' fees, regions matched, carries, the factor and the cap. E9 went with the daily cap. */
export const dynamicExamples: readonly WorkedExample[] = [
  {
    id: 'E7',
    title: { zh: '推荐收益', en: 'Pay for an invitee’s fee' },
    given: { fee: '100', inviters: 'qualified / not qualified', pool: '30' },
    gives: { pays: '10.000000 / 0.000000', staysInPool: '20.000000 / 30.000000' },
    work: invited,
  },
  {
    id: 'E8',
    title: { zh: '左右区匹配与逐级递减', en: 'Regions matched, volume shrinking by level' },
    given: { feeA: '100', feeB: '50', feeC: '80', balances: '0 / 0' },
    gives: {
      arriving: '140.000000 / 80.000000',
      matched: '80.000000',
      raw: '6.400000',
      pay: '6.400000',
      balancesAfter: '60.000000 / 0.000000',
      totals: '150.000000 / 80.000000',
    },
    work: given =>
      figuresOf(
        matched(given),
        ...(['arriving', 'matched', 'raw', 'pay', 'balancesAfter', 'totals'] as const),
      ),
  },
  {
    id: 'E10',
    title: { zh: '结余带入次日', en: 'What is carried to the next day' },
    given: { feeA: '0', feeB: '0', feeC: '40', balances: '60 / 0' },
    gives: {
      regions: '60.000000 / 40.000000',
      matched: '40.000000',
      raw: '3.200000',
      pay: '3.200000',
      balancesAfter: '20.000000 / 0.000000',
    },
    work: given => figuresOf(matched(given), 'regions', 'matched', 'raw', 'pay', 'balancesAfter'),
  },
  {
    id: 'E11',
    title: { zh: '拨付系数', en: 'The payment factor' },
    given: { feeA: '0', feeB: '0', feeC: '0', balances: '140 / 80', pool: '4.8' },
    gives: {
      raw: '6.400000',
      factor: '0.750000000',
      pay: '4.800000',
      consumed: '60.000000',
      balancesAfter: '80.000000 / 20.000000',
    },
    work: given => figuresOf(matched(given), 'raw', 'factor', 'pay', 'consumed', 'balancesAfter'),
  },
  {
    id: 'E12',
    title: { zh: '轮次上限与动态出局', en: 'The round’s cap, and dynamic elimination' },
    given: { feeA: '0', feeB: '0', feeC: '0', balances: '140 / 80', paidInRound: '1996' },
    gives: {
      raw: '6.400000',
      pay: '4.000000',
      consumed: '50.000000',
      balancesAfter: '90.000000 / 30.000000',
      eliminated: 'yes',
    },
    work: given =>
      figuresOf(matched(given), 'raw', 'pay', 'consumed', 'balancesAfter', 'eliminated'),
  },
  {
    id: 'E17',
    title: {
      zh: '复投重开一轮（默认关闭）',
      en: 'A round that a re-investment opens again (off by default)',
    },
    given: { paidInRound: '2000', balances: '90 / 30', issued: '50 / 49', switchedOn: 'on / off' },
    gives: {
      'issued 50, on': '2.400000',
      'issued 49, on': '0.000000',
      'issued 50, off': '0.000000',
      'issued 49, off': '0.000000',
    },
    work: reinvested,
  },
]

/** Trades at an exit mark of one, so that coins and volume are the same number. */
const EXIT_PRICE = ONE

const feeOf = (node: number, coins: bigint): TradeFee => ({
  tradeId: `trade ${node}`,
  memberId: `member ${node}`,
  node,
  coins,
  outside: true,
})

const period = '2026-11-21'
const plain = { period, enabled: true, balancesPairBps: parametersV1.pairBps, kept: [] }

function invited(given: Figures): Figures {
  const pool = amountOf(given, 'pool')
  const paid = textOf(given, 'inviters')
    .split(' / ')
    .map(inviter => {
      const nodes = nodesOf([
        { memberId: 'inviter', standing: inviter === 'qualified' ? standing.distributed : 0 },
        { memberId: 'invitee', parent: 0, side: 'left' },
      ])
      const facts = { ...plain, nodes, fees: [feeOf(1, amountOf(given, 'fee'))] }
      return payDynamic(facts, { pool, exitPrice: EXIT_PRICE }).paid
    })
  return { pays: digitsOf(paid), staysInPool: digitsOf(paid.map(amount => pool - amount)) }
}

/** M with A on the left, A's B on the left, and C on the right; A and C are M's own invitees, and effective. */
function matched(given: Figures): Figures {
  const [balanceLeft = 0n, balanceRight = 0n] = amountsOf(given, 'balances')
  const paidInRound = 'paidInRound' in given ? amountOf(given, 'paidInRound') : 0n
  const invitee = { standing: standing.sound, countedFees: parametersV1.effectiveFeesUsdt }
  const m = { memberId: 'M', standing: standing.distributed }
  const rows: NodeRow[] = [
    { ...m, balanceLeft, balanceRight, paidInRound },
    { memberId: 'A', parent: 0, side: 'left', ...invitee },
    { memberId: 'B', parent: 1, side: 'left' },
    { memberId: 'C', parent: 0, side: 'right', ...invitee },
  ]
  const nodes = nodesOf(rows)
  const fees = ['feeA', 'feeB', 'feeC'].map((name, i) => feeOf(i + 1, amountOf(given, name)))
  const pool = 'pool' in given ? amountOf(given, 'pool') : 1_000_000n * ONE
  const outcome = payDynamic({ ...plain, nodes, fees }, { pool, exitPrice: EXIT_PRICE })
  const own = Float64Array.from([0n, ...fees.map(fee => fee.coins)], Number)
  const arriving = pairedVolumes(nodes, own, parametersV1)
  // Without decay the same pass gives the totals that members are shown.
  const totals = pairedVolumes(nodes, own, {
    ...parametersV1,
    decayNumerator: 1n,
    decayDenominator: 1n,
  })
  const both = ({ left, right }: { left: Float64Array; right: Float64Array }) =>
    digitsOf([left[0] ?? 0, right[0] ?? 0].map(BigInt))
  const pair = outcome.pairs[0]
  const end = outcome.changes[0]
  return {
    arriving: both(arriving),
    totals: both(totals),
    regions: digitsOf([pair?.left ?? 0n, pair?.right ?? 0n]),
    matched: digits(pair?.matched ?? 0n),
    raw: digits(pair?.raw ?? 0n),
    factor: nineDigits(outcome.factor),
    pay: digits(pair?.amount ?? 0n),
    consumed: digits(pair?.consumed ?? 0n),
    balancesAfter: digitsOf([end?.left ?? 0n, end?.right ?? 0n]),
    eliminated: outcome.eliminated.includes(0) ? 'yes' : 'no',
  }
}

/** M's pay in the run after the one that issues a re-investment, by the issued amount and by the switch. */
function reinvested(given: Figures): Figures {
  const paidInRound = amountOf(given, 'paidInRound')
  const nodes = nodesOf([{ memberId: 'M', paidInRound }])
  const nextPay = (issued: string, isOn: boolean): string => {
    const fills = [{ id: 'order', filled: parseAmount(issued), refunded: 0n, quantity: ONE }]
    const reinvestments = [{ orderId: 'order', node: 0, round: roundOf(period) }]
    const p = isOn ? { ...parametersV1, reopenByReinvest: 1 } : parametersV1
    const [reopened] = reopenRounds({ period, reinvestments }, { fills, changes: [], nodes }, p)
    const left = reopened ? '0' : textOf(given, 'paidInRound')
    const { pay } = matched({ ...given, feeA: '0', feeB: '0', feeC: '0', paidInRound: left })
    return pay as string
  }
  const each = (name: string) => textOf(given, name).split(' / ')
  return Object.fromEntries(
    each('switchedOn').flatMap(position =>
      each('issued').map(issued => [
        `issued ${issued}, ${position}`,
        nextPay(issued, position === 'on'),
      ]),
    ),
  )
}

/** Billionths as decimal text. */
const nineDigits = (billionths: bigint): string => {
  const text = `${billionths}`.padStart(10, '0')
  return `${text.slice(0, -9)}.${text.slice(-9)}`
}
