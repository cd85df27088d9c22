import { type DateWords, momentText } from '@banyan/ui'

/** How a moment is said on its day and on the two days after it; days of 23 and 25 hours are days. */
export const agesOf = (at: number, words: DateWords): string[] =>
  [0, 1, 2].map(days => momentText(at, words, new Date(at).setDate(new Date(at).getDate() + days)))
