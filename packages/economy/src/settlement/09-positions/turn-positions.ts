import type { Price } from '@banyan/domain'
import { hasCycles, turnByCycles } from '../../earlier/cycles.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { worth } from '../../price.ts'
import type { StaticFacts } from '../05-static-pay/static-columns.ts'
import type { StaticTurn, UnlockedPosition } from './turn.ts'

/**
 * Step 9: opens requested positions at the guide price of this run, and frees those whose unlock
 * was requested. Eliminated ones are free already. Rule book 2.6.
 */
export function turnPositions(
  facts: StaticFacts & { guidePrice: Price; eliminated: ReadonlySet<string> },
  p: Parameters = parametersV1,
): StaticTurn {
  const opened = facts.asked.map(({ id, quantity }) => ({
    positionId: id,
    openingValue: worth(quantity, facts.guidePrice),
  }))
  const { positions, eliminated } = facts
  if (hasCycles(p)) return { opened, ...turnByCycles(positions, eliminated, p) }
  const unlocked: UnlockedPosition[] = []
  positions.unlockAsked.forEach((isAsked, i) => {
    if (!isAsked) return
    const positionId = positions.ids.at(i)
    if (!eliminated.has(positionId))
      unlocked.push({ positionId, memberId: positions.memberIds.at(i) })
  })
  return { opened, unlocked }
}
