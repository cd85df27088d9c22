import type { StaticOutcome, StaticPay, StaticTurn } from '../static.ts'
import { partOf, type ToldPositions, type ToldRules, valueAt } from './told.ts'

/** Step 5 again. */
export function recountStatic(
  pool: bigint,
  positions: ToldPositions,
  rules: ToldRules,
): StaticOutcome {
  const { ids, memberIds, quantities, openingValues, settlements } = positions
  const released = pool / BigInt(rules.staticReleaseDivisor)
  const weight = quantities.reduce((sum, one) => sum + one, 0n)
  const term = rules.termCycles * rules.cycleSettlements
  let spent = 0n
  const pays = ids.map((positionId, i): StaticPay => {
    const own = quantities[i] ?? 0n
    const product = released * own
    const share = (product - (product % weight)) / weight
    const before = positions.paid[i] ?? 0n
    const upToCap = partOf(openingValues[i] ?? 0n, rules.staticCapBps) - before
    const room = upToCap < 0n ? 0n : upToCap
    const amount = share > room ? room : share
    spent += amount
    const full = amount === room
    const eliminated = full ? 'cap' : (settlements[i] ?? 0) >= term ? 'term' : null
    return {
      ...{ positionId, memberId: memberIds[i] ?? '', weight: own, amount },
      ...{ paidAfter: before + amount, eliminated },
    }
  })
  return { released, weight, pays, left: pool - spent }
}

/** Step 9 again. */
export function recountTurns(
  positions: ToldPositions,
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
  positions.ids.forEach((positionId, i) => {
    const stays = pays[i]?.eliminated === null
    const settlements = positions.settlements[i] ?? 0
    const atEnd = settlements > 0 && settlements % rules.cycleSettlements === 0
    const memberId = positions.memberIds[i] ?? ''
    const [unlockAsked, renews] = [positions.unlockAsked[i], positions.renews[i]]
    if (stays && unlockAsked) turns.unlocked.push({ positionId, memberId, reason: 'asked' })
    if (stays && !unlockAsked && atEnd && renews) turns.renewed.push(positionId)
    if (stays && !unlockAsked && atEnd && !renews) {
      turns.unlocked.push({ positionId, memberId, reason: 'cycle' })
    }
  })
  return turns
}
