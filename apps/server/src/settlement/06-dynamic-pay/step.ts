import type { Parameters } from '@banyan/economy'
import { type SettlementStep, total } from '../step.ts'
import { postVolumes } from './volumes.ts'

/** Step 6: the network is paid out of the dynamic pool. */
export const dynamicPay = {
  number: 6,
  name: 'dynamic pay',

  close: async ({ distribution, dynamicPay: pay, subscriptions }, tx, cutOff) => {
    await distribution.closeRound(tx, cutOff)
    const orders = await subscriptions.ordersOfRun(tx, cutOff.period)
    await pay.closeRound(tx, { ...cutOff, orders })
  },

  /** Those of step 4 too: the fees of trades, each with the place of its seller in the tree. */
  facts: async (parts, reader, { period, epoch, parameters, parametersBefore }) => {
    const collected = await parts.otc.feesOfRun(reader, period, epoch)
    const run = { period, collected, parameters }
    const { enabled, balancesPairBps, nodes, fees, kept } = await parts.dynamicPay.factsOfRun(
      reader,
      run,
    )
    const higherCap = higherCapBefore(parametersBefore, parameters)
    return { fees, dynamics: { enabled, balancesPairBps, nodes, kept, ...higherCap } }
  },

  post: [
    {
      name: 'dynamic pay',
      post: async ({ parts }, { period, input, result }) => {
        const { nodes, kept, balancesPairBps } = input.dynamics
        await parts.dynamicPay.postPay({
          period,
          ruleVersion: input.parameters.version,
          facts: { nodes, kept, balancesPairBps },
          pairBps: input.parameters.pairBps,
          // Nothing after step 6 changes the pool.
          pool: result.books.poolDynamic + result.dynamics.paid,
          outcome: result.dynamics,
        })
      },
    },
    { name: 'volume', post: postVolumes },
  ],

  sums: ({ dynamics }) => ({ dynamic_earning: dynamics.paid }),

  figures: ({ dynamics }) => ({
    amounts: {
      volume: total(dynamics.volumes, one => (one.fate === 'credited' ? one.value : 0n)),
      direct: total(dynamics.direct, one => one.amount),
      paid: dynamics.paid,
      toStaffNodes: dynamics.staffShare,
      reserved: dynamics.reserved,
    },
  }),
} as const satisfies SettlementStep

/**
 * The cap of a network round in the run before, where this run's rules have lowered it: rounds
 * between the two end now.
 */
const higherCapBefore = (
  before: Parameters | null,
  { roundCapUsdt }: Parameters,
): { roundCapBefore?: bigint } =>
  before !== null && before.roundCapUsdt > roundCapUsdt
    ? { roundCapBefore: before.roundCapUsdt }
    : {}
