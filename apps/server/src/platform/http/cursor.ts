import { inputRuleText, type Locale } from '@banyan/domain'
import { refuseInput } from '../refused.ts'

const shapes = {
  // Four digits of a year above zero: JavaScript writes others that the database cannot read.
  instant: (text: string) =>
    /^(?!0000)\d{4}-/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString() === text,
  uuid: (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  integer: (text: string) => /^-?\d{1,38}$/.test(text),
}
export type CursorPart = keyof typeof shapes

/** The opaque position after a list's row: the parts of its key. */
export const writeCursor = (key: readonly string[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * Reads a cursor as the parts of a key, or null for the first page. Refuses a cursor that no list
 * wrote.
 */
export function readCursor(
  text: string | undefined,
  parts: readonly CursorPart[],
  locale: Locale,
): string[] | null {
  if (text === undefined) return null
  const key = parse(text)
  const fits =
    Array.isArray(key) &&
    key.length === parts.length &&
    parts.every((part, i) => typeof key[i] === 'string' && shapes[part](key[i]))
  if (!fits) refuseInput([{ path: 'cursor', message: inputRuleText('cursor', locale) }])
  return key as string[]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
