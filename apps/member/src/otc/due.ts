import type { TradeView } from '@banyan/domain'

/** The fields of a trade that determine the next refetch. */
export type Dated = Pick<TradeView, 'deadline' | 'appealFrom'> & {
  dispute: Pick<NonNullable<TradeView['dispute']>, 'replyBy' | 'reviewDeadline'> | null
}

/** How long after an instant the server is asked: by then it has moved the trade. */
const afterMs = 300
/** The interval after the trade's own deadline has passed and it has not moved. */
const againMs = 2000

/**
 * Milliseconds until these trades should be refetched, or false. After a deadline the page
 * refetches repeatedly until the server has moved the trade; other instants only enable moves, so
 * one refetch just after them is enough.
 */
export function refetchDelay(trades: readonly Dated[], now: number): number | false {
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
  // A timer further away than a day is none: the page refetches when it becomes visible.
  const longestMs = 86_400_000
  return waits.length === 0 ? false : Math.min(longestMs, ...waits)
}
