import type { SettlementStep } from '../step.ts'

/** Step 11: the coin splits, in the transaction that publishes the run. */
export const split = {
  number: 11,
  name: 'split',

  /** Converts the open book to the new units, then everybody's coins at one instant. */
  publish: async ({ ledger, parts }, tx, { result }) => {
    if (!result.split) return
    const { multiple } = result.split
    await parts.otc.rescaleBook(tx, { multiple, epoch: (await ledger.epoch(tx)) + 1 })
    await ledger.split(tx, multiple)
  },

  figures: ({ split: done }) => (done === null ? {} : { counts: { multiple: done.multiple } }),
} as const satisfies SettlementStep
