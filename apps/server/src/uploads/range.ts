/** What of a file is answered: its first and last byte. `whole` without a range that is understood. */
export type Asked = { from: number; to: number } | 'whole' | 'beyond'

/**
 * What a `Range` header asks of a file of so many bytes (RFC 9110, 14.2). Several ranges at once, and what
 * is no range at all, are answered with the whole file, as that standard allows.
 */
export function rangeOf(header: string | undefined, bytes: number): Asked {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const count = Math.min(Number(last), bytes)
    return count === 0 ? 'beyond' : { from: bytes - count, to: bytes - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return 'whole'
  if (from >= bytes) return 'beyond'
  return { from, to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}
