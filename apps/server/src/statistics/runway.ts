/** So many days are looked back on. */
const DAYS_AVERAGED = 7

/**
 * How many whole days a balance lasts if every day takes as much as the mean of the last seven;
 * null while nothing was taken.
 * @param taken what each day took, newest first, micro-units.
 */
export function runwayDays(balance: bigint, taken: readonly bigint[]): number | null {
  const lately = taken.slice(0, DAYS_AVERAGED)
  const sum = lately.reduce((all, one) => all + one, 0n)
  if (sum <= 0n) return null
  return Number((balance * BigInt(lately.length)) / sum)
}
