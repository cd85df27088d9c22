import type { Parameters } from '../../parameters.ts'
import { eliminatedOf } from '../05-static-pay/static-columns.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { turnPositions } from './turn-positions.ts'

/** Step 9: positions open and unlock. */
export const positions: Step = { number: 9, name: 'positions', decide: [takeTurns] }

function takeTurns(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const gone = eliminatedOf(input.statics.positions, now.statics)
  const eliminated = new Set(gone.map(({ positionId }) => positionId))
  const facts = { ...input.statics, guidePrice: now.entryPrice, eliminated }
  return { turns: turnPositions(facts, p) }
}
