/** Division of non-negative integers, with the rounding in the name. Formulas: rule book 2.2, 2.3, otc.md. */

/** a ÷ b, rounded down. */
export function floorDiv(a: bigint, b: bigint): bigint {
  if (a < 0n || b <= 0n) throw new RangeError('floorDiv takes a ≥ 0 and b > 0')
  return a / b
}

/** a ÷ b, rounded up. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return floorDiv(a + b - 1n, b)
}

/** Rounds up to a multiple of `step` (10_000n is two decimals of a six-decimal amount). */
export function ceilToStep(a: bigint, step: bigint): bigint {
  return ceilDiv(a, step) * step
}

/** Rounds down to a multiple of `step`. */
export function floorToStep(a: bigint, step: bigint): bigint {
  return floorDiv(a, step) * step
}

/** Micro-units of two decimals: the step of payments that a person types. */
export const CENT = 10_000n
/** The whole in basis points. */
export const WHOLE_BPS = 10_000n
