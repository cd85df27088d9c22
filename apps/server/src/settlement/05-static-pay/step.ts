import { type PoolFlows, type SettlementResult, staticPaid } from '@banyan/economy'
import { type SettlementStep, total } from '../step.ts'

/** Step 5: positions share the static pool. */
export const staticPay = {
  number: 5,
  name: 'static pay',

  close: ({ earnings }, tx, cutOff) => earnings.closeRound(tx, cutOff),

  facts: async ({ earnings }, reader, { period, parameters }) => ({
    statics: await earnings.factsOfRun(reader, period, parameters),
  }),

  post: [
    {
      name: 'static pay',
      post: async ({ parts }, { period, input, result }) => {
        const outcome = result.statics
        await parts.earnings.postPay({
          period,
          ruleVersion: input.parameters.version,
          outcome,
          pool: outcome.left + staticPaid(outcome),
          positions: input.statics.positions,
          flows: flowsOf(result),
        })
      },
    },
    {
      // Beside the payments: the data from which their root is published.
      name: 'tree of static pay',
      post: async ({ parts }, run) => {
        const { input, result } = run
        const { positions } = input.statics
        await parts.earnings.growPayTree(run, { positions, outcome: result.statics })
      },
    },
  ],

  sums: ({ statics }) => ({ static_earning: staticPaid(statics) }),

  check: ({ earnings }, tx, run) => {
    const { outstanding: coins } = run.input.books
    return earnings.publishPay(tx, run, { outcome: run.result.statics, coins })
  },

  figures: ({ statics }) => ({
    amounts: {
      released: statics.released,
      weight: statics.weight,
      paid: staticPaid(statics),
    },
  }),
} as const satisfies SettlementStep

/** The transfers of steps 2 and 4 out of the static pool and into it, by source. */
const flowsOf = ({ losses, release, income = [], fees }: SettlementResult): PoolFlows => ({
  lost: losses.poolStatic,
  fees: fees.toStatic,
  income: release?.toStatic ?? total(income, one => one.toStatic),
})
