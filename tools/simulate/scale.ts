/** An axis: how far it reaches, and where its lines are drawn. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

/**
 * An axis for values, its lines on round numbers: 1, 2 or 5 times a power of ten.
 * @param fromZero whether zero is on it even where no value comes near.
 */
export function scaleOf(values: readonly number[], fromZero: boolean): Scale {
  let [low, high] = fromZero ? [0, 0] : [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * LEAST_SPAN)) {
    // A single value, none, or values too close for an axis: leave space below and above.
    const middle = Number.isFinite(low) ? low : 0
    if (fromZero && middle === 0) high = 1
    else [low, high] = [middle - margin(middle), middle + margin(middle)]
  }
  const step = roundStep((high - low) / 4)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => exactly((first + i) * step))
  return { low: exactly(first * step), high: exactly(last * step), ticks }
}

/** Values closer than this part of themselves are one to an axis: its numbers have twelve digits. */
const LEAST_SPAN = 1e-9

const margin = (value: number): number => (value === 0 ? 1 : Math.abs(value) / 10)

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (([1, 2, 5].find(times => times * power >= least * (1 - 1e-9)) ?? 10) as number) * power
}

/** Without the crumbs of doubles: 0.3, not 0.30000000000000004. */
const exactly = (value: number): number => Number(value.toPrecision(12))

/** `12.3k`, `4.5M`, `1.0035`: a number as an axis shows it. */
export function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${trimmed(value / 1e6, 2)}M`
  if (size >= 1e4) return `${trimmed(value / 1e3, 1)}k`
  return trimmed(value, size >= 100 ? 0 : size >= 10 ? 2 : 5)
}

const trimmed = (value: number, decimals: number): string => `${Number(value.toFixed(decimals))}`
