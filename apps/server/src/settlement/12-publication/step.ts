import type { SettlementStep } from '../step.ts'

/** Step 12: the price is published, and orders with a floating price follow it. */
export const publication = {
  number: 12,
  name: 'publication',

  publish: async ({ parts }, tx, { period, result }) => {
    const { reserve, outstanding } = result.books
    await parts.otc.floatPrices(tx, result.published.price)
    await parts.pricing.publish(tx, { period, reserve, outstanding, ...result.published })
  },
} as const satisfies SettlementStep
