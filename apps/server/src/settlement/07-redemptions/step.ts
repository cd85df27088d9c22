import type { RedeemOutcome } from '@banyan/economy'
import { reserveToRisk } from '../moves.ts'
import { byId, postInChunks, postOnce, type SettlementStep, total } from '../step.ts'
import type { RedemptionOutcome } from './part.ts'

/** Step 7: exchanges and undos deal at the exit mark. */
export const redemptions = {
  number: 7,
  name: 'redemptions',

  close: ({ redemptions: part }, tx, cutOff) => part.closeRound(tx, cutOff),

  facts: async ({ redemptions: part }, reader, { period }) => ({
    redemptions: await part.factsOfRun(reader, period),
  }),

  post: [
    {
      name: 'redemptions',
      post: postInChunks(
        ({ period, input, result: { exitPrice, redemptions: outcome } }) => ({
          period,
          ruleVersion: input.parameters.version,
          exitPrice,
          deals: dealsOf(outcome),
        }),
        (parts, tx, outcome, limit) => parts.redemptions.postDeals(tx, outcome, limit),
      ),
    },
    {
      name: 'reserve without coins',
      post: postOnce(run =>
        reserveToRisk(run, run.result.ownerless.afterRedemptions, 'withoutCoinsAfterRedemptions'),
      ),
    },
  ],

  figures: ({ redemptions: { exchanges, undos }, ownerless }) => ({
    amounts: {
      exchanged: total(exchanges, one => one.quantity),
      exchangePaid: total(exchanges, one => one.pay),
      undone: total(undos, one => one.quantity),
      undoPaid: total(undos, one => one.pay),
      withoutCoins: ownerless.afterRedemptions,
    },
  }),
} as const satisfies SettlementStep

/** Merges a run's two lists into one, by id: an undo pays its full gross. */
export function dealsOf({
  exchanges,
  undos,
}: Pick<RedeemOutcome, 'exchanges' | 'undos'>): RedemptionOutcome['deals'] {
  return byId([...exchanges, ...undos.map(deal => ({ ...deal, gross: deal.pay, fee: 0n }))])
}
