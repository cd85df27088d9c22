import { redeem } from '@banyan/economy'
import type { DayFigures } from './figures.ts'

/** How it went when everybody wanted out: who waited, what was paid, and what was left. */
export interface Flight {
  /** The first day of it. */
  readonly period: string
  /** What giving back all coins of members would have paid the evening before, after fees, micro-USDT. */
  readonly expected: bigint
  /** What was paid for coins since. */
  readonly paid: bigint
  /** Prices of the first and the last day on which coins came back, splits taken out. */
  readonly firstPrice: bigint
  readonly lastPrice: bigint
  /** Days until the last coin of a member had come back; null while some have not. */
  readonly days: number | null
  /** The most exchanges that a run left waiting. */
  readonly waiting: number
  /** What members still have at the end. */
  readonly leafLeft: bigint
  readonly usdtLeft: bigint
}

/** The exit of all members from a chosen day on; null when the simulation has no such day. */
export function flightOf(days: readonly DayFigures[], leaveOn: number | null): Flight | null {
  if (leaveOn === null || leaveOn < 1) return null
  const [before, first, last] = [days[leaveOn - 1], days[leaveOn], days.at(-1)]
  if (!before || !first || !last) return null
  const since = days.slice(leaveOn)
  const dealt = since.filter(({ redeemed }) => redeemed > 0n)
  const empty = since.findIndex(({ memberLeaf }) => memberLeaf === 0n)
  return {
    period: first.period,
    expected: redeem(before.memberLeaf, before.exitPrice).pay,
    paid: since.reduce((sum, { redeemedFor }) => sum + redeemedFor, 0n),
    firstPrice: dealt[0]?.dealtAt ?? 0n,
    lastPrice: dealt.at(-1)?.dealtAt ?? 0n,
    days: empty < 0 ? null : empty + 1,
    waiting: Math.max(...since.map(({ waiting }) => waiting)),
    leafLeft: last.memberLeaf,
    usdtLeft: last.memberUsdt,
  }
}
