import type { Parameters } from '../parameters.ts'
import type { PositionColumns } from '../settlement/05-static-pay/static-columns.ts'
import type { StaticTurn } from '../settlement/09-positions/turn.ts'

/*
 * Positions before edition 6: cycles of a fixed number of settlements, renewed or unlocked at their
 * end by the owner's standing choice, and a term of a fixed number of cycles. Runs of such versions
 * use this code.
 */

type CycleNumbers = Required<Pick<Parameters, 'cycleSettlements' | 'termCycles'>>

/**
 * Whether positions of a version have cycles. If so, the facts of its runs contain each position's
 * progress.
 */
export const hasCycles = (p: Parameters): p is Parameters & CycleNumbers =>
  p.cycleSettlements !== undefined

/** Whether a position has shared in all settlements of its term. */
export const isTermOver = (
  { settlements }: PositionColumns,
  i: number,
  p: Parameters & CycleNumbers,
): boolean => (settlements?.[i] ?? 0) >= p.termCycles * p.cycleSettlements

/**
 * Step 9: frees the positions whose unlock was requested; a cycle that ends renews or unlocks by
 * the standing choice.
 */
export function turnByCycles(
  { ids, memberIds, settlements, unlockAsked, renews }: PositionColumns,
  eliminated: ReadonlySet<string>,
  p: CycleNumbers,
): Pick<StaticTurn, 'renewed' | 'unlocked'> {
  const renewed: string[] = []
  const unlocked: StaticTurn['unlocked'][number][] = []
  for (let i = 0; i < ids.length; i++) {
    const shared = settlements?.[i] ?? 0
    const ends = shared > 0 && shared % p.cycleSettlements === 0
    if (!(ends || unlockAsked[i])) continue
    const [positionId, memberId] = [ids.at(i), memberIds.at(i)]
    if (eliminated.has(positionId)) continue
    if (!unlockAsked[i] && renews?.[i]) renewed.push(positionId)
    else unlocked.push({ positionId, memberId, reason: unlockAsked[i] ? 'asked' : 'cycle' })
  }
  return { renewed, unlocked }
}
