import { postOnce, type SettlementStep, total } from '../step.ts'
import { openingMoves } from './moves.ts'

/** Step 2: a loss is booked, income comes in, and POOL.dynamic gives back what it owes. */
export const lossesAndIncome = {
  number: 2,
  name: 'losses and income',

  close: ({ losses }, tx, cutOff) => losses.closeRound(tx, cutOff),

  facts: async ({ losses }, reader, { period }) => {
    const sharing = await losses.factsOfRun(reader, period)
    return { ...(sharing && { sharing }) }
  },

  post: [
    { name: 'losses and income', post: postOnce(openingMoves) },
    {
      name: 'shared loss',
      // The last resort for a loss; nearly every run has none.
      post: async ({ parts, chunk }, { period, input, result }) => {
        if (!input.sharing) return
        const sharing = result.sharing ?? null
        await parts.losses.postShares({ period, facts: input.sharing, sharing, chunk })
      },
    },
  ],

  sums: ({ release, sharing }) => ({
    income_release: release?.released ?? 0n,
    loss_share: sharing ? sharing.shared + sharing.dust - sharing.poolDynamic : 0n,
  }),

  figures: ({ losses, sharing, release, income = [], returned, ownerless }) => ({
    amounts: {
      shortfall: losses.shortfall,
      lossOfRisk: losses.risk,
      lossOfOps: losses.ops,
      lossOfIncome: losses.income ?? 0n,
      lossOfStatic: losses.poolStatic,
      lossOfReserve: losses.reserve,
      ...(sharing && {
        lossOfDynamic: sharing.poolDynamic,
        lossOfMembers: sharing.shared + sharing.dust - sharing.poolDynamic,
        lossDust: sharing.dust,
      }),
      incomeToStatic: release?.toStatic ?? total(income, one => one.toStatic),
      incomeToReserve: release?.toReserve ?? total(income, one => one.toReserve),
      ...returned,
      withoutCoins: ownerless.before,
    },
  }),
} as const satisfies SettlementStep
