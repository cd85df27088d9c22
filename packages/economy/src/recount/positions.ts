import type { StaticTurn } from '../static.ts'
import { partOf, type ToldPositions, type ToldRules, valueAt } from './told.ts'

/** What step 5 pays, by the order of the positions; and whom it ends, by what. */
export interface RecountedPay {
  readonly released: bigint
  readonly weight: bigint
  readonly left: bigint
  readonly amounts: BigInt64Array
  readonly cap: readonly string[]
  readonly term: readonly string[]
}

/** Step 5 again. */
export function recountStatic(
  pool: bigint,
  positions: ToldPositions,
  rules: ToldRules,
): RecountedPay {
  const { ids, quantities, openingValues, paid, settlements } = positions
  const released = pool / BigInt(rules.staticReleaseDivisor)
  let weight = 0n
  for (const quantity of quantities) weight += quantity
  const term = rules.termCycles * rules.cycleSettlements
  const amounts = new BigInt64Array(ids.length)
  const ended = { cap: [] as string[], term: [] as string[] }
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
    if (isFull) ended.cap.push(ids[i] ?? '')
    else if ((settlements[i] ?? 0) >= term) ended.term.push(ids[i] ?? '')
  }
  return { released, weight, left, amounts, ...ended }
}

/** Step 9 again. */
export function recountTurns(
  positions: ToldPositions,
  asked: readonly { readonly id: string; readonly quantity: string }[],
  eliminated: ReadonlySet<string>,
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
    const stays = !eliminated.has(positionId)
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
