import { postInChunks, type SettlementStep } from '../step.ts'

/** Step 10: members who wait get their places in the tree. */
export const placements = {
  number: 10,
  name: 'placements',

  close: ({ network }, tx, cutOff) => network.closeRound(tx, cutOff),

  facts: async ({ network }, reader, { period }) => ({
    placements: await network.factsOfRun(reader, period),
  }),

  post: [
    {
      name: 'placements',
      post: postInChunks(
        ({ period, input: { parameters }, result: { placements: placed } }) => ({
          period,
          placed,
          placementDays: parameters.placementDays,
        }),
        (parts, tx, outcome, limit) => parts.network.postPlacements(tx, outcome, limit),
      ),
    },
  ],

  figures: ({ placements: placed }) => ({ counts: { placed: placed.length } }),
} as const satisfies SettlementStep
