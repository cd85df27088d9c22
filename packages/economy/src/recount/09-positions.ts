import type { StaticTurn } from '../settlement/09-positions/turn.ts'
import { type InputPositions, type InputRules, valueAt } from './input.ts'

/** Recomputes step 9. */
export function recountTurns(
  positions: InputPositions,
  asked: readonly { readonly id: string; readonly quantity: string }[],
  endings: Uint8Array,
  price: bigint,
  { cycleSettlements }: InputRules,
): StaticTurn {
  const opened = asked.map(({ id, quantity }) => ({
    positionId: id,
    openingValue: valueAt(BigInt(quantity), price),
  }))
  const stays: string[] = []
  const unlocked: StaticTurn['unlocked'][number][] = []
  endings.forEach((ending, i) => {
    if (ending !== 0) return
    const isAsked = positions.unlockAsked[i] === 1
    const settlements = positions.settlements?.[i] ?? 0
    const atEnd =
      cycleSettlements !== undefined && settlements > 0 && settlements % cycleSettlements === 0
    if (!isAsked && !atEnd) return
    const [positionId, memberId] = [positions.ids.at(i), positions.memberIds.at(i)]
    if (!isAsked && positions.renews?.[i] === 1) stays.push(positionId)
    else if (cycleSettlements === undefined) unlocked.push({ positionId, memberId })
    else unlocked.push({ positionId, memberId, reason: isAsked ? 'asked' : 'cycle' })
  })
  return cycleSettlements === undefined
    ? { opened, unlocked }
    : { opened, unlocked, renewed: stays }
}
