import type { Step } from '../step.ts'
import { placeAll } from './placement.ts'

/** Step 10: members who wait get their places in the tree. */
export const placements: Step = {
  number: 10,
  name: 'placements',
  decide: [(_, input) => ({ placements: placeAll(input.placements) })],
}
