/**
 * An event as the browser reports it: the tap or key that it belongs to, and the time until the
 * next paint.
 */
export interface Paint {
  id: number
  ms: number
}

/** One figure for each tap or key: its slowest event. */
export function paintsOf(seen: readonly Paint[]): number[] {
  const slowest = new Map<number, number>()
  for (const { id, ms } of seen) slowest.set(id, Math.max(ms, slowest.get(id) ?? 0))
  return [...slowest.values()]
}

/** A percentile of the figures; undefined without figures. */
export function percentile(figures: readonly number[], share: number): number | undefined {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)]
}

/**
 * Frames of a screen with sixty frames a second: their number, and how many came more than half a
 * frame late.
 */
export function framesOf(drawn: readonly number[]): {
  frames: number
  late: number
  perSecond: number
} {
  const gaps = drawn.slice(1).map((at, place) => at - (drawn[place] ?? at))
  const all = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    frames: gaps.length,
    late: gaps.filter(gap => gap > 25).length,
    perSecond: all === 0 ? 0 : Math.round((gaps.length / all) * 10_000) / 10,
  }
}
