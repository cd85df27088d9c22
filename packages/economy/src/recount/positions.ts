import type { StaticTurn } from '../static.ts'
import type { StaticOutcome } from '../static-columns.ts'
import { partOf, type ToldPositions, type ToldRules, valueAt } from './told.ts'

/** Step 5 again. */
export function recountStatic(
  pool: bigint,
  positions: ToldPositions,
  rules: ToldRules,
): StaticOutcome {
  const { ids, quantities, openingValues, paid, settlements } = positions
  const released = pool / BigInt(rules.staticReleaseDivisor)
  let weight = 0n
  for (const quantity of quantities) weight += quantity
  const term = rules.termCycles * rules.cycleSettlements
  const amounts = new BigInt64Array(ids.length)
  const endings = new Uint8Array(ids.length)
  let left = pool
  for (let i = 0; i < ids.length; i++) {
    const before = paid[i] ?? 0n
    const upToCap = partOf(openingValues[i] ?? 0n, rules.staticCapBps) - before
    // Whole parts of the pool, the broken one left where it is.
    const product = released * (quantities[i] ?? 0n)
    const share = (product - (product % weight)) / weight
    const isFull = share >= upToCap
    const amount = !isFull ? share : upToCap > 0n ? upToCap : 0n
    amounts[i] = amount
    left -= amount
    // 1: by the cap; 2: by the term; 0: goes on.
    if (isFull) endings[i] = 1
    else if ((settlements[i] ?? 0) >= term) endings[i] = 2
  }
  return { released, weight, amounts, endings, left }
}

/** Step 9 again. */
export function recountTurns(
  positions: ToldPositions,
  asked: readonly { readonly id: string; readonly quantity: string }[],
  endings: Uint8Array,
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
  endings.forEach((ending, i) => {
    if (ending !== 0) return
    const settlements = positions.settlements[i] ?? 0
    const atEnd = settlements > 0 && settlements % rules.cycleSettlements === 0
    const [unlockAsked, renews] = [positions.unlockAsked[i] === 1, positions.renews[i] === 1]
    if (!unlockAsked && atEnd && renews) turns.renewed.push(positions.ids.at(i))
    if (unlockAsked || (atEnd && !renews)) {
      const [positionId, memberId] = [positions.ids.at(i), positions.memberIds.at(i)]
      turns.unlocked.push({ positionId, memberId, reason: unlockAsked ? 'asked' : 'cycle' })
    }
  })
  return turns
}
