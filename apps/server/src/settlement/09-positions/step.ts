import type { Period, StaticTurn } from '@banyan/economy'
import { postInChunks, type SettlementStep } from '../step.ts'
import type { TurnRun } from './part.ts'

/** Step 9: positions open and unlock. Step 5 closes them and reads their facts. */
export const positions = {
  number: 9,
  name: 'positions',

  post: [
    {
      name: 'positions',
      post: postInChunks(
        run => turnRun(run.period, run.result.turns),
        (parts, tx, turns, limit) => parts.earnings.postTurns(tx, turns, limit),
      ),
    },
  ],

  figures: ({ turns }) => ({
    counts: {
      opened: turns.opened.length,
      ...(turns.renewed && { renewed: turns.renewed.length }),
      unlocked: turns.unlocked.length,
    },
  }),
} as const satisfies SettlementStep

/** The effects of step 9, ready to be posted. */
export const turnRun = (period: Period, { opened, unlocked }: StaticTurn): TurnRun => ({
  period,
  opened: new Map(opened.map(one => [one.positionId, one])),
  unlocked: new Map(unlocked.map(one => [one.positionId, one])),
})
