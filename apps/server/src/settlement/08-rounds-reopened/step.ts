import { reopensRounds } from '@banyan/economy'
import { byId, type SettlementStep } from '../step.ts'

/**
 * After the orders of step 8: re-investments reopen closed rounds. Step 6 closes the orders for it,
 * with the round of network pay. Does nothing when the run's rules reopen no rounds.
 */
export const roundsReopened = {
  number: 8,
  name: 'rounds reopened',

  facts: async ({ dynamicPay }, reader, { period, parameters }) => ({
    ...(reopensRounds(parameters) && {
      reinvestments: await dynamicPay.reinvestmentsOf(reader, period),
    }),
  }),

  post: [
    {
      name: 'rounds reopened',
      post: async ({ parts }, { period, result: { fills, reopened } }) => {
        if (!reopened) return
        await parts.dynamicPay.postReopenings({ period, fills: byId(fills), reopened })
      },
    },
  ],

  figures: ({ reopened = [] }) => ({ counts: { reopened: reopened.length } }),
} as const satisfies SettlementStep
