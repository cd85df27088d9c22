import type { StaticOutcome, StaticPay, StaticTurn } from '../static.ts'
import { partOf, type ToldPosition, type ToldRules, valueAt } from './told.ts'

/** Step 5 again. */
export function recountStatic(
  pool: bigint,
  positions: readonly ToldPosition[],
  rules: ToldRules,
): StaticOutcome {
  const released = pool / BigInt(rules.staticReleaseDivisor)
  const weights = positions.map(one => BigInt(one.quantity))
  const weight = weights.reduce((sum, one) => sum + one, 0n)
  const term = rules.termCycles * rules.cycleSettlements
  let spent = 0n
  const pays = positions.map((one, i): StaticPay => {
    const own = weights[i] ?? 0n
    const product = released * own
    const share = (product - (product % weight)) / weight
    const before = BigInt(one.paid)
    const upToCap = partOf(BigInt(one.openingValue), rules.staticCapBps) - before
    const room = upToCap < 0n ? 0n : upToCap
    const amount = share > room ? room : share
    spent += amount
    const full = amount === room
    const eliminated = full ? 'cap' : one.settlements >= term ? 'term' : null
    return {
      ...{ positionId: one.id, memberId: one.memberId, weight: own, amount },
      ...{ paidAfter: before + amount, eliminated },
    }
  })
  return { released, weight, pays, left: pool - spent }
}

/** Step 9 again. */
export function recountTurns(
  positions: readonly ToldPosition[],
  asked: readonly { readonly id: string; readonly quantity: string }[],
  pays: readonly StaticPay[],
  price: bigint,
  rules: ToldRules,
): StaticTurn {
  const turns = { opened: [], renewed: [], unlocked: [] } as {
    opened: StaticTurn['opened'][number][]
    renewed: string[]
    unlocked: StaticTurn['unlocked'][number][]
  }
  for (const { id, quantity } of asked) {
    turns.opened.push({ positionId: id, openingValue: valueAt(BigInt(quantity), price) })
  }
  positions.forEach((one, i) => {
    const stays = pays[i]?.eliminated === null
    const atEnd = one.settlements > 0 && one.settlements % rules.cycleSettlements === 0
    const { id: positionId, memberId } = one
    if (stays && one.unlockAsked) turns.unlocked.push({ positionId, memberId, reason: 'asked' })
    if (stays && !one.unlockAsked && atEnd && one.renews) turns.renewed.push(positionId)
    if (stays && !one.unlockAsked && atEnd && !one.renews) {
      turns.unlocked.push({ positionId, memberId, reason: 'cycle' })
    }
  })
  return turns
}
