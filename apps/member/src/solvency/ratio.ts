/**
 * A ratio of six decimals as percent, rounded down to two: `1.000000` is 100.00%, and a ratio that
 * is a millionth lower is not.
 */
export function ratioText(ratio: string | null): string {
  if (ratio === null) return '—'
  const [whole = '0', part = ''] = ratio.split('.')
  const digits = `${whole}${part.padEnd(6, '0').slice(0, 4)}`.replace(/^0+(?=\d{3})/, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`
}
