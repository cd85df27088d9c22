import {
  type AnswerOf,
  formatAmount,
  type investmentLimit,
  ONE,
  parseAmount,
  type publishTerms,
  type withdrawalTerms,
} from '@banyan/domain'

export type Investment = AnswerOf<typeof investmentLimit>
export type Market = AnswerOf<typeof publishTerms>
export type Withdrawals = AnswerOf<typeof withdrawalTerms>

/**
 * A limit of an amount, USDT. `most` is null where there is none, and for the maximum, which the
 * page shows in full.
 */
export interface AmountLimit {
  name: 'maximum' | 'round' | 'balance' | 'buyOrder' | 'trading' | 'coin' | 'withdrawal'
  most: string | null
  used: string | null
  left: string
  /** This one is currently the lowest. */
  binds: boolean
}

/** A limit of how many there may be at once. */
interface CountLimit {
  name: 'takes' | 'buyOrders' | 'sellOrders'
  most: number
  used: number
}

/** One way of putting money in or taking it out, with all its limits. */
export interface Way {
  amounts: AmountLimit[]
  counts: CountLimit[]
}

type Draft = Omit<AmountLimit, 'binds' | 'used'>

const difference = (a: string, b: string): string => {
  const units = parseAmount(a) - parseAmount(b)
  return formatAmount(units < 0n ? 0n : units)
}

/** The lowest one binds, of equal ones the first. */
function marked(drafts: readonly Draft[]): AmountLimit[] {
  const lefts = drafts.map(({ left }) => parseAmount(left))
  const lowest = lefts.reduce((a, b) => (b < a ? b : a))
  const binding = lefts.indexOf(lowest)
  return drafts.map((draft, i) => ({
    ...draft,
    used: draft.most === null ? null : difference(draft.most, draft.left),
    binds: i === binding,
  }))
}

/**
 * The limits of a subscription. The server returns which limit binds: its order of equal ones is
 * the rule book's.
 */
export function subscribing(limits: Investment): Way {
  const { left, round, available, binds } = limits
  const drafts: Draft[] = [
    { name: 'maximum', most: null, left },
    { name: 'round', most: round.most, left: difference(round.most, round.used) },
    { name: 'balance', most: null, left: available },
  ]
  return {
    amounts: marked(drafts).map(limit => ({ ...limit, binds: limit.name === binds })),
    counts: [],
  }
}

/** The limits of a purchase on the market, by a take or by an own buy order. */
export function buying({ invests, maxBuyValue, openOrders, takes }: Market): Way {
  return {
    amounts: marked([
      ...(invests ? [{ name: 'maximum', most: null, left: invests.left } as const] : []),
      { name: 'buyOrder', most: null, left: maxBuyValue },
    ]),
    counts: [
      { name: 'takes', most: takes.most, used: takes.open },
      { name: 'buyOrders', most: openOrders.buy.max, used: openOrders.buy.now },
    ],
  }
}

/** The limits of a sale on the market; the own coin at the guide price. */
export function selling(terms: Market): Way {
  const { tradingMost, tradingLimit, available, guidePrice, openOrders, takes } = terms
  const worth = (parseAmount(available) * parseAmount(guidePrice)) / ONE
  return {
    amounts: marked([
      { name: 'trading', most: tradingMost, left: tradingLimit },
      { name: 'coin', most: null, left: formatAmount(worth) },
    ]),
    counts: [
      { name: 'sellOrders', most: openOrders.sell.max, used: openOrders.sell.now },
      { name: 'takes', most: takes.most, used: takes.open },
    ],
  }
}

/** The limits of a withdrawal. */
export const withdrawing = ({ dailyLimit, leftToday, available }: Withdrawals): Way => ({
  amounts: marked([
    { name: 'withdrawal', most: dailyLimit, left: leftToday },
    { name: 'balance', most: null, left: available },
  ]),
  counts: [],
})

/** The used part of the maximum investment, by subscriptions and market buys together. */
export const usedOf = ({ issued, open, marketBuys }: Investment): string =>
  formatAmount(parseAmount(issued) + parseAmount(open) + parseAmount(marketBuys))
