/** The limits of takers: docs/otc-orders.md "Limits of takers". */
export interface TakerRules {
  /** Open trades at once, by the number of finished trades, the fewest first. */
  steps: readonly { finished: number; most: number }[]
  /** This many faults within the window lower the limit to `loweredTo` for `lastsMs`. */
  faults: { count: number; windowMs: number; loweredTo: number; lastsMs: number }
  /** The part of a sell order that members without a finished trade may leave unpaid together. */
  unpaidShareBps: number
}

/** The facts that determine a taker's limit. */
export interface TakerRecord {
  /** Finished trades on either side that count for reputation. */
  finished: number
  /** Open trades that this member took. */
  open: number
  /** When their faults happened, the oldest first. */
  faults: readonly Date[]
}

/** How many trades a member may hold as their taker, and how that grows. */
export interface TakerLimit {
  most: number
  open: number
  /** The number of finished trades from which more are allowed; null at the highest step. */
  next: { finished: number; most: number } | null
  /** Until when faults lower it; null when none do. */
  loweredUntil: Date | null
}

/** Returns what a member may hold now. */
export function takerLimit(record: TakerRecord, rules: TakerRules, now: Date): TakerLimit {
  const reached = rules.steps.filter(step => step.finished <= record.finished)
  const next = rules.steps.find(step => step.finished > record.finished) ?? null
  const most = reached.at(-1)?.most ?? 0
  const loweredUntil = loweredBy(record.faults, rules.faults, now)
  return {
    most: loweredUntil ? Math.min(most, rules.faults.loweredTo) : most,
    open: record.open,
    next,
    loweredUntil,
  }
}

/** Returns the latest end of a lowering by faults, or null. */
function loweredBy(
  faults: readonly Date[],
  { count, windowMs, lastsMs }: TakerRules['faults'],
  now: Date,
): Date | null {
  const ends = faults.flatMap((last, i) => {
    const first = faults[i - count + 1]
    const isOne = first && last.getTime() - first.getTime() < windowMs
    return isOne ? [new Date(last.getTime() + lastsMs)] : []
  })
  const end = ends.at(-1)
  return end && end > now ? end : null
}

const WHOLE = 10_000n

/**
 * The most that members without a finished trade can take of an order now, micro-LEAF: together
 * with what they have taken and not paid it stays within their share of that and of what is
 * available. Counted for all of them together, so that many new accounts lock no more than one.
 */
export function newcomersMost(
  order: { available: bigint; unpaid: bigint },
  { unpaidShareBps }: Pick<TakerRules, 'unpaidShareBps'>,
): bigint {
  const share = ((order.available + order.unpaid) * BigInt(unpaidShareBps)) / WHOLE
  return share > order.unpaid ? share - order.unpaid : 0n
}
