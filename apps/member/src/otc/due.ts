import type { TradeView } from '@banyan/domain'

/** What of a trade tells when it is worth another look. */
export type Dated = Pick<TradeView, 'deadline' | 'appealFrom'> & {
  dispute: Pick<NonNullable<TradeView['dispute']>, 'replyBy' | 'reviewDeadline'> | null
}

/** How long after an instant the house is asked: it has moved the trade by then. */
const afterMs = 300
/** How often it is asked once the trade's own deadline has passed and it still stands there. */
const againMs = 2000

/**
 * Milliseconds until these trades are worth another look, or false. A deadline that has passed is
 * looked at again and again until the house has moved the trade; other instants only open moves, so
 * one look just after them is enough.
 */
export function nextLook(trades: readonly Dated[], now: number): number | false {
  const deadlines = trades.flatMap(({ deadline }) => (deadline ? [Date.parse(deadline)] : []))
  const openings = trades
    .flatMap(({ appealFrom, dispute }) => [
      appealFrom,
      dispute?.replyBy.buyer,
      dispute?.replyBy.seller,
      dispute?.reviewDeadline,
    ])
    .flatMap(at => (at ? [Date.parse(at)] : []))
    .filter(at => at > now)
  const waits = [
    ...deadlines.map(at => (at > now ? at - now + afterMs : againMs)),
    ...openings.map(at => at - now + afterMs),
  ]
  // A timer further away than a day is none: the page asks again when it comes into sight.
  const longestMs = 86_400_000
  return waits.length === 0 ? false : Math.min(longestMs, ...waits)
}
