import { endings } from './settlement/05-static-pay/static-columns.ts'
import type { SettlementInput } from './settlement/facts.ts'
import type { SettlementResult } from './settlement/result.ts'

/** How often something happened in a run. */
type Counter = (input: SettlementInput, result: SettlementResult) => number

const some = (is: boolean): number => Number(is)

/**
 * Every effect that a run can have on members, step by step of rule book 2.16, by the name under
 * which a story counts it. A test run that never reaches an effect proves nothing about it.
 */
export const reachable = {
  'loss borne by RISK': (_, { losses }) => some(losses.risk > 0n),
  'loss borne by OPS': (_, { losses }) => some(losses.ops > 0n),
  'loss borne by the static pool': (_, { losses }) => some(losses.poolStatic > 0n),
  'loss borne by the reserve': (_, { losses }) => some(losses.reserve > 0n),
  'loss borne by income that waits': (_, { losses }) => some((losses.income ?? 0n) > 0n),
  'income to the static pool': (_, { release }) => some((release?.toStatic ?? 0n) > 0n),
  'income to the reserve': (_, { release }) => some((release?.toReserve ?? 0n) > 0n),
  'income bounded by the reserve': ({ books }, { release }) =>
    some((release?.released ?? 0n) < (books.income ?? 0n) / 30n),
  'surplus back to the reserve': (_, { returned }) => some(returned.surplus > 0n),
  'share of fees while the module is off': (_, { returned }) => some(returned.dynamicOff > 0n),
  'matches of insiders': (_, { returned }) => some(returned.staffShare > 0n),
  'fee coins redeemed': ({ fees }) => fees.length,
  'static pay': (_, { statics }) => statics.amounts.filter(amount => amount > 0n).length,
  'position at its cap': (_, { statics }) =>
    statics.endings.filter(ending => endings[ending] === 'cap').length,
  'balances rescaled': ({ dynamics, parameters }) =>
    some(dynamics.enabled && dynamics.balancesPairBps < parameters.pairBps),
  'direct pay': (_, { dynamics }) => dynamics.direct.length,
  'pair pay': (_, { dynamics }) => dynamics.pairs.length,
  'pay cut by the round': (_, { dynamics }) =>
    [...dynamics.direct, ...dynamics.pairs].filter(one => one.cap === 'round').length,
  'member at the cap of a round': (_, { dynamics }) => dynamics.eliminated.length,
  'volume kept for a place': (_, { dynamics }) =>
    dynamics.volumes.filter(one => one.fate === 'kept').length,
  'kept volume given': (_, { dynamics }) => dynamics.released.length,
  'exchange dealt': (_, { redemptions }) => redemptions.exchanges.length,
  'first fill undone': (_, { redemptions }) => redemptions.undos.length,
  'order filled': (_, { fills }) => fills.filter(one => one.refunded === 0n).length,
  'order filled in part': (_, { fills }) =>
    fills.filter(one => one.refunded > 0n && one.filled > 0n).length,
  'order returned': (_, { fills }) => fills.filter(one => one.filled === 0n).length,
  'round opened again': (_, { reopened = [] }) => reopened.length,
  'position opened': (_, { turns }) => turns.opened.length,
  'position unlocked': (_, { turns }) => turns.unlocked.length,
  'placed to the left': (_, { placements }) => placements.filter(one => one.side === 'left').length,
  'placed to the right': (_, { placements }) =>
    placements.filter(one => one.side === 'right').length,
  'placed when overdue': (_, { placements }) => placements.filter(one => one.overdue).length,
  split: (_, { split }) => some(split !== null),
} as const satisfies Readonly<Record<string, Counter>>

/** Counts which effects a run has reached. */
export function reach(
  reached: Map<string, number>,
  input: SettlementInput,
  result: SettlementResult,
): void {
  for (const [name, count] of Object.entries(reachable))
    reached.set(name, (reached.get(name) ?? 0) + count(input, result))
}
