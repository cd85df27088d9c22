/** First two digits: the province-level divisions of GB/T 2260. */
const regions = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(
    ' ',
  ),
)

/**
 * True for a resident identity number of mainland China (GB 11643-1999): region, birthday, order
 * and check digit, 18 in all; the check digit may be a small x. Does not check whether the person
 * exists.
 */
export function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false
  return (
    regions.has(text.slice(0, 2)) &&
    isDay(text.slice(6, 14)) &&
    text.at(-1)?.toUpperCase() === checkSign(text)
  )
}

/** ISO 7064 MOD 11-2 over the first 17 digits. */
function checkSign(text: string): string | undefined {
  let rest = 0
  for (const digit of text.slice(0, 17)) rest = ((rest + Number(digit)) * 2) % 11
  return '0123456789X'[(12 - rest) % 11]
}

/** yyyyMMdd of a day that the calendar has, from 1900 on. */
function isDay(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1900) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
