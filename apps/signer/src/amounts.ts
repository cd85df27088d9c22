/** Decimal text of USDT with at most 6 decimals. */
export const usdtText = /^(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$/

/** Micro-USDT of a decimal text that fits `usdtText`. */
export function microOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** A decimal text of micro-USDT, for people to read. */
export function usdtOf(micro: bigint): string {
  const fraction = `${micro % 1_000_000n}`.padStart(6, '0').replace(/0+$/, '')
  const whole = `${micro / 1_000_000n}`
  return fraction === '' ? whole : `${whole}.${fraction}`
}
