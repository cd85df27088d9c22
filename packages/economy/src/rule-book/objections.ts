import { type Parameters, parametersV1 } from '../parameters.ts'
import { reopensRounds } from '../settlement/08-rounds-reopened/reopening.ts'
import { bounds, inOrder, inOrderWhereReopened } from './bounds.ts'
import { differencesOf, earliestEffect } from './differences.ts'
import { figureOf } from './figures.ts'
import {
  type BothLanguages,
  isSwitch,
  type NumberName,
  numberNames,
  numberOf,
  type PresentNumber,
  ruleNumbers,
} from './numbers.ts'

/**
 * Numbers that no version changes: the founding amounts, which are spent, and the calendar. Periods
 * are named by their cut-offs; with another hour or zone some instants would belong to two of them,
 * or to none.
 */
export const fixedNumbers: readonly NumberName[] = [
  'genesisUsdt',
  'genesisLeaf',
  'cutoffHour',
  'zoneOffsetHours',
]

/** Why a version may not be published; each objection names the numbers at fault, if any. */
export type Objection =
  | {
      readonly rule:
        | 'directAndPairs'
        | 'wholeFee'
        | 'shares'
        | 'split'
        | 'splitBelowFloor'
        | 'incomeAboveLeaving'
        | 'notANumber'
        | 'minutes'
        | 'fixed'
      readonly names: readonly NumberName[]
    }
  | { readonly rule: 'bounds'; readonly names: readonly [PresentNumber] }
  | {
      readonly rule: 'order'
      readonly names: readonly [lesser: PresentNumber, greater: PresentNumber]
    }
  | { readonly rule: 'nothing'; readonly names: readonly [] }
  | { readonly rule: 'tooSoon'; readonly names: readonly []; readonly earliest: Date }

const BPS = 10_000n
const MINUTE_MS = 60_000n

/**
 * Checks what every version must keep: the bounds of each number, the numbers that depend on each
 * other, and the two inequalities of rule book 2.7, compared in whole numbers without rounding. A
 * version without objections can be printed by the book and used by every rule. `before`: the
 * version it follows.
 */
export function objectionsTo(p: Parameters, before: Parameters = p): Objection[] {
  const broken = numberNames.filter(name => !isOfItsType(p, name))
  if (broken.length > 0) return [{ rule: 'notANumber', names: broken }]
  const moved = fixedNumbers.filter(name => p[name] !== before[name])
  const fixed: Objection[] = moved.length > 0 ? [{ rule: 'fixed', names: moved }] : []
  return [...fixed, ...outOfBounds(p), ...outOfOrder(p), ...beyondTheFee(p), ...beyondLeaving(p)]
}

/** Whole, and a bigint where version 1 has one; only a switch that is off may be missing. */
const isOfItsType = (p: Parameters, name: NumberName): boolean => {
  if (p[name] === undefined) return isSwitch(name)
  if (typeof parametersV1[name] === 'bigint') return typeof p[name] === 'bigint'
  return Number.isSafeInteger(p[name])
}

function outOfBounds(p: Parameters): Objection[] {
  const outside = numberNames.filter(name => {
    const value = BigInt(numberOf(p, name))
    return value < bounds[name].least || value > bounds[name].most
  })
  const ragged = numberNames.filter(
    name => name.endsWith('Ms') && BigInt(numberOf(p, name)) % MINUTE_MS !== 0n,
  )
  return [
    ...outside.map((name): Objection => ({ rule: 'bounds', names: [name] })),
    ...(ragged.length > 0 ? [{ rule: 'minutes', names: ragged } as const] : []),
    ...splitObjections(p),
  ]
}

/** The price after a split must be one at which subscriptions are still filled. */
function splitObjections(p: Parameters): Objection[] {
  const { splitMultiple, splitTriggerPrice, subscriptionFloorPrice } = p
  if (![2, 5, 10].includes(splitMultiple)) return [{ rule: 'split', names: ['splitMultiple'] }]
  if (splitTriggerPrice >= BigInt(splitMultiple) * subscriptionFloorPrice) return []
  const names = ['splitTriggerPrice', 'splitMultiple', 'subscriptionFloorPrice'] as const
  return [{ rule: 'splitBelowFloor', names }]
}

const outOfOrder = (p: Parameters): Objection[] =>
  [...inOrder, ...(reopensRounds(p) ? inOrderWhereReopened : [])]
    .filter(([lesser, sign, greater]) => {
      const [small, large] = [numberOf(p, lesser), numberOf(p, greater)]
      return sign === '<' ? small >= large : small > large
    })
    .map(([lesser, , greater]) => ({ rule: 'order', names: [lesser, greater] }))

/** Rule book 2.7: the network never costs more than its share, and no trader gets a fee back completely. */
function beyondTheFee(p: Parameters): Objection[] {
  const objections: Objection[] = []
  const [direct, pair, toDynamic] = [p.directBps, p.pairBps, p.feeToDynamicBps].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const shares = BigInt(p.feeToStaticBps) + toDynamic + BigInt(p.feeToOpsBps)
  if (shares > BPS) {
    objections.push({ rule: 'shares', names: ['feeToStaticBps', 'feeToDynamicBps', 'feeToOpsBps'] })
  }
  // 1 − δ = kept ÷ denominator, so pair ÷ (1 − δ) = pair × denominator ÷ kept.
  const kept = p.decayDenominator - p.decayNumerator
  const network: NumberName[] = ['directBps', 'pairBps', 'decayNumerator', 'decayDenominator']
  if (kept <= 0n || p.decayDenominator <= 0n) {
    objections.push({ rule: 'directAndPairs', names: network })
    return objections
  }
  if (2n * direct * kept + pair * p.decayDenominator > 2n * toDynamic * kept) {
    objections.push({ rule: 'directAndPairs', names: [...network, 'feeToDynamicBps'] })
  }
  // RISK takes what the shares leave.
  const risk = BPS - shares
  const others = BigInt(p.feeToStaticBps) + (risk > 0n ? risk : 0n)
  if (direct * kept + pair * p.decayDenominator + others * kept > BPS * kept) {
    objections.push({ rule: 'wholeFee', names: [...network, 'feeToStaticBps'] })
  }
  return objections
}

/** Nights within which nobody may buy and leave again with a gain from released income. */
const SHORT_NIGHTS = 9n

/**
 * Nine nights of released income are worth no more than leaving costs, by the cheaper way: an
 * exchange or the market. Each night may raise the price by the most that a run releases; a member
 * whose coins are locked also gets, in eight of them, up to the static share of it, when few coins
 * are locked.
 */
function beyondLeaving(p: Parameters): Objection[] {
  const [rate, share] = [BigInt(p.incomeReleaseBps ?? 0), BigInt(p.incomeToStaticBps)]
  const leaving = BigInt(Math.min(p.exchangeFeeBps, p.otcFeeBps))
  const lifted = (BPS + rate) ** SHORT_NIGHTS * (BPS * BPS + (SHORT_NIGHTS - 1n) * rate * share)
  if (lifted <= BPS ** SHORT_NIGHTS * BPS * (BPS + leaving)) return []
  const names = ['incomeReleaseBps', 'incomeToStaticBps', 'exchangeFeeBps', 'otcFeeBps'] as const
  return [{ rule: 'incomeAboveLeaving', names }]
}

/**
 * Returns all objections to publishing a version at an instant: the checks of every version, that
 * it changes something, and that it takes effect no sooner than rule book 2.15 allows, after the
 * previous one.
 */
export function objectionsToPublishing(
  after: Parameters,
  before: Parameters,
  publishedAt: Date,
): Objection[] {
  const objections = objectionsTo(after, before)
  if (differencesOf(before, after).length === 0) objections.push({ rule: 'nothing', names: [] })
  const afterBefore = new Date(Date.parse(before.effectiveAt) + 1)
  const noticed = earliestEffect(publishedAt, before, after)
  const earliest = noticed > afterBefore ? noticed : afterBefore
  if (new Date(after.effectiveAt) < earliest)
    objections.push({ rule: 'tooSoon', names: [], earliest })
  return objections
}

/** An objection as text: what is wrong, and what would be right. */
export function objectionText(objection: Objection, p: Parameters): BothLanguages {
  switch (objection.rule) {
    case 'bounds': {
      const [name] = objection.names
      const figure = (bound: bigint) => figureOf({ ...p, [name]: asIn(p, name, bound) }, name)
      const [least, most] = [figure(bounds[name].least), figure(bounds[name].most)]
      const { zh, en } = ruleNumbers[name]
      return {
        zh: `${zh}：须在 ${least.zh} 至 ${most.zh} 之间`,
        en: `${en}: from ${least.en} to ${most.en}`,
      }
    }
    case 'order': {
      const [lesser, greater] = objection.names
      const isBelow = inOrder.some(
        ([one, sign, other]) => sign === '<' && one === lesser && other === greater,
      )
      const [small, large] = [ruleNumbers[lesser], ruleNumbers[greater]]
      return {
        zh: `“${small.zh}”${isBelow ? '须小于' : '不得超过'}“${large.zh}”`,
        en: `“${small.en}” ${isBelow ? 'is below' : 'is at most'} “${large.en}”`,
      }
    }
    case 'tooSoon': {
      const at = objection.earliest.toISOString()
      return {
        zh: `最早可从 ${at} 起生效；可能不利于会员的变更须提前 7 天公布`,
        en: `It may hold from ${at} at the earliest; what can harm members is published 7 days before`,
      }
    }
    default: {
      const names = objection.names.map(name => ruleNumbers[name])
      const { zh, en } = sayings[objection.rule]
      if (names.length === 0) return { zh, en }
      return {
        zh: `${zh}：${names.map(one => one.zh).join('、')}`,
        en: `${en}: ${names.map(one => one.en).join(', ')}`,
      }
    }
  }
}

/** A whole number as the parameter of this name is stored. */
const asIn = (p: Parameters, name: NumberName, value: bigint): number | bigint =>
  typeof p[name] === 'bigint' ? value : Number(value)

const sayings: Readonly<
  Record<Exclude<Objection['rule'], 'bounds' | 'order' | 'tooSoon'>, BothLanguages>
> = {
  notANumber: { zh: '须为整数', en: 'These are whole numbers' },
  minutes: { zh: '时长须为整分钟', en: 'Times are whole minutes' },
  split: { zh: '裂变倍数只能是 2、5 或 10', en: 'A split is by 2, 5 or 10' },
  splitBelowFloor: {
    zh: '裂变后的价格不得低于不再配售的价格',
    en: 'The price after a split is not below the one under which nothing is filled',
  },
  fixed: { zh: '以下数字永不更改', en: 'These numbers never change' },
  shares: { zh: '手续费各份之和不得超过 100 %', en: 'The shares of a fee are 100 % at most' },
  directAndPairs: {
    zh: '推荐与匹配收益不得超过动态池的份额（规则 2.7）',
    en: 'Direct and pairing pay stay within the share of the dynamic pool (rule 2.7)',
  },
  wholeFee: {
    zh: '任何人都不得拿回整笔手续费（规则 2.7）',
    en: 'Nobody gets a whole fee back (rule 2.7)',
  },
  incomeAboveLeaving: {
    zh: '九次结算释放的收入（含静态部分）不得超过离开的手续费，否则为收入而短期买卖有利可图',
    en: 'Nine settlements of released income, with static pay of it, are worth no more than leaving costs, or buying for a receipt would pay',
  },
  nothing: { zh: '没有任何数字改变', en: 'No number changes' },
}
