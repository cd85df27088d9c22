import { parseAmount } from '@banyan/domain'

/** The server's limits, as the decimals of its response. */
export interface AmountBounds {
  minimum: string
  /** When only multiples of it are accepted. */
  step?: string
  /** The most that can currently be requested. */
  most: string
  /** True when less than the minimum is accepted as the whole rest. */
  wholeRest?: boolean
}

export type BoundsProblem = 'tooSmall' | 'offStep' | 'tooMuch'

/**
 * Finds what the server would refuse about an amount (a decimal), before the payment password is
 * requested; null when there is nothing. The server decides again. Not part of the shell's index,
 * because it needs arithmetic.
 */
export function boundsProblem(
  amount: string,
  { minimum, step, most, wholeRest = false }: AmountBounds,
): BoundsProblem | null {
  const units = parseAmount(amount)
  const highest = parseAmount(most)
  if (units < parseAmount(minimum) && !(wholeRest && units === highest)) return 'tooSmall'
  if (step !== undefined && units % parseAmount(step) !== 0n) return 'offStep'
  return units > highest ? 'tooMuch' : null
}
