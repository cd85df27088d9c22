import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { reopenRounds } from './reopening.ts'

/** After the orders of step 8: re-investments reopen closed rounds. */
export const roundsReopened: Step = {
  number: 8,
  name: 'rounds reopened',
  decide: [takeReopened],
}

function takeReopened(
  { fills, dynamics }: Workings,
  { period, reinvestments, dynamics: { nodes } }: SettlementInput,
  p: Parameters,
): Partial<Workings> {
  if (!reinvestments) return {}
  const { changes } = dynamics
  return { reopened: reopenRounds({ period, reinvestments }, { fills, changes, nodes }, p) }
}
