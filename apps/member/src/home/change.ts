import { microOf, percentOf } from '@banyan/ui'

/** A change and its share of the previous amount, both in micro-units. */
export interface Change {
  amount: bigint
  percent: bigint
}

/** What was added to a total, and its share of the total without it. */
export function addedTo(total: string, added: readonly string[]): Change {
  const amount = added.reduce((sum, one) => sum + microOf(one), 0n)
  return { amount, percent: percentOf(amount, microOf(total) - amount) }
}

interface History {
  history: readonly { at: string; adjusted: string }[]
  splits: readonly { at: string; multiple: number }[]
}

/** The price movement since the last split, or since the first known price; null without two prices. */
export function movedSince({ history, splits }: History) {
  const last = history.at(-1)
  const split = splits.at(-1)
  const from = history.find(one => one.at === split?.at) ?? history[0]
  if (!last || !from || last === from) return null
  const moved = microOf(last.adjusted) - microOf(from.adjusted)
  return {
    percent: percentOf(moved, from.adjusted),
    since: from.at,
    isSplit: from.at === split?.at,
  }
}
