import { postOnce, type SettlementStep } from '../step.ts'
import { feeMoves } from './moves.ts'

/** Step 4: the fee coins of finished trades are burned, and their value is distributed. */
export const feeCoins = {
  number: 4,
  name: 'fee coins',

  close: ({ otc }, tx, cutOff) => otc.closeFees(tx, cutOff),

  // Its facts are read in step 6: a fee is completed by the place of its seller in the tree.

  post: [{ name: 'fee coins', post: postOnce(feeMoves) }],

  figures: ({ fees }) => ({ amounts: { ...fees } }),
} as const satisfies SettlementStep
