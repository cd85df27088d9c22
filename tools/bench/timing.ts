/** The durations of the same call for accounts that exist and accounts that do not, ms. */
export interface Timing {
  there: number[]
  absent: number[]
}

export interface Comparison {
  median: { there: number; absent: number }
  p95: { there: number; absent: number }
  /**
   * The chance of a right guess for a person who sees one time of each kind and names the longer
   * one, or always the shorter one, whichever is better: 0.5 is blind guessing, 1 is certainty. It
   * is the Mann-Whitney U over all pairs.
   */
  guess: number
}

/** Compares the times of two groups, neither of them empty. */
export function compare({ there, absent }: Timing): Comparison {
  const a = sorted(there)
  const b = sorted(absent)
  let longer = 0
  for (const one of a) {
    for (const other of b) longer += one > other ? 1 : one === other ? 0.5 : 0
  }
  const share = longer / (a.length * b.length)
  return {
    median: { there: quantile(a, 0.5), absent: quantile(b, 0.5) },
    p95: { there: quantile(a, 0.95), absent: quantile(b, 0.95) },
    guess: Math.max(share, 1 - share),
  }
}

const sorted = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b)

/** The nearest rank. */
function quantile(ascending: readonly number[], share: number): number {
  const rank = Math.max(Math.ceil(share * ascending.length) - 1, 0)
  const value = ascending[rank]
  if (value === undefined) throw new RangeError('there are no times')
  return value
}
