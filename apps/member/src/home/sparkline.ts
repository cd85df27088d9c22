/** A point of a line: x and y in the drawing's own units. */
export interface Point {
  x: number
  y: number
}

/**
 * Places decimal strings in a drawing of the given size, oldest at the left. Numbers are only
 * positions here, never money. A constant line is in the middle.
 */
export function pointsOf(values: readonly string[], width: number, height: number): Point[] {
  const numbers = values.map(Number)
  const { low, span } = rangeOf(numbers)
  const step = numbers.length > 1 ? width / (numbers.length - 1) : 0
  return numbers.map((value, i) => ({
    x: numbers.length > 1 ? i * step : width,
    y: span === 0 ? height / 2 : height - ((value - low) / span) * height,
  }))
}

function rangeOf(numbers: readonly number[]) {
  const low = Math.min(...numbers)
  return { low, span: Math.max(...numbers) - low }
}

/** The path of a line through points. */
export const pathOf = (points: readonly Point[]): string =>
  points
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('')

/** A round value on the scale beside the line, and its distance from the top: 0 to 1. */
export interface Tick {
  text: string
  top: number
}

const mostTicks = 4

/** Two to four round values within the range of a line; none for a constant one. */
export function ticksOf(values: readonly string[]): Tick[] {
  const { low, span } = rangeOf(values.map(Number))
  if (!(span > 0)) return []
  const power = 10 ** Math.floor(Math.log10(span))
  const step = [0.1, 0.2, 0.5, 1, 2].map(one => one * power).find(one => span / one <= mostTicks)
  if (!step) return []
  const decimals = Math.max(2, -Math.floor(Math.log10(step)))
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor((low + span) / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, i) => {
    const value = (first + i) * step
    return { text: value.toFixed(decimals), top: 1 - (value - low) / span }
  })
}
