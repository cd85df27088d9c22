/** A point of a line: x and y in the drawing's own units. */
export interface Point {
  x: number
  y: number
}

/**
 * Places decimal strings on a plane of the given size, oldest at the left. Numbers are only
 * positions here, never money. A line without movement lies in the middle.
 */
export function pointsOf(values: readonly string[], width: number, height: number): Point[] {
  const numbers = values.map(Number)
  const low = Math.min(...numbers)
  const span = Math.max(...numbers) - low
  const step = numbers.length > 1 ? width / (numbers.length - 1) : 0
  return numbers.map((value, i) => ({
    x: numbers.length > 1 ? i * step : width,
    y: span === 0 ? height / 2 : height - ((value - low) / span) * height,
  }))
}

/** The path of a line through points. */
export const pathOf = (points: readonly Point[]): string =>
  points
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('')
