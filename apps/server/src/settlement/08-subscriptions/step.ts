import { byId, postInChunks, type SettlementStep, total } from '../step.ts'

/** Step 8: orders are filled at the entry mark. */
export const subscriptions = {
  number: 8,
  name: 'subscriptions',

  close: ({ subscriptions: part }, tx, cutOff) => part.closeRound(tx, cutOff),

  facts: async ({ subscriptions: part }, reader, { period }) => ({
    orders: await part.ordersOfRun(reader, period),
  }),

  post: [
    {
      name: 'subscriptions',
      post: postInChunks(
        ({ period, input, result: { entryPrice: price, fills } }) => ({
          period,
          ruleVersion: input.parameters.version,
          price,
          fills: byId(fills),
        }),
        (parts, tx, outcome, limit) => parts.subscriptions.postFills(tx, outcome, limit),
      ),
    },
  ],

  figures: ({ fills }) => ({
    amounts: {
      filled: total(fills, one => one.filled),
      refunded: total(fills, one => one.refunded),
      issued: total(fills, one => one.quantity),
    },
  }),
} as const satisfies SettlementStep
