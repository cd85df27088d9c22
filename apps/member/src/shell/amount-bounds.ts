import { parseAmount } from '@banyan/domain'

/** What the house takes, as the decimals that it answers. */
export interface AmountBounds {
  minimum: string
  /** Where only multiples of it are taken. */
  step?: string
  /** The most that can be asked for now. */
  most: string
  /** True where less than the minimum is taken when it is all that there is. */
  wholeRest?: boolean
}

/**
 * What the house would refuse about an amount (a decimal), found before the payment password is asked
 * for; null when there is nothing. The house decides again. Apart from the door: it brings arithmetic.
 */
export function boundsProblem(
  amount: string,
  { minimum, step, most, wholeRest = false }: AmountBounds,
): 'tooSmall' | 'offStep' | 'tooMuch' | null {
  const units = parseAmount(amount)
  const highest = parseAmount(most)
  if (units < parseAmount(minimum) && !(wholeRest && units === highest)) return 'tooSmall'
  if (step !== undefined && units % parseAmount(step) !== 0n) return 'offStep'
  return units > highest ? 'tooMuch' : null
}
