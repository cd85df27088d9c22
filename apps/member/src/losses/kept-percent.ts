import { formatAmount, parseAmount } from '@banyan/domain'

/** The kept part of every unit, in per cent, rounded down to six digits: (owed − shared) ÷ owed. */
export function keptPercent({ owed, shared }: { owed: string; shared: string }): string {
  const whole = parseAmount(owed)
  if (whole === 0n) return '0'
  return formatAmount(((whole - parseAmount(shared)) * 100_000_000n) / whole)
}
