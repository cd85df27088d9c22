import { inputRuleText, type Locale } from '@banyan/domain'
import { refuseInput } from './refused.ts'

/** A list's place as the client carries it: the key of the last row, opaque. */
export const writeCursor = (key: readonly string[] | null): string | null =>
  key === null ? null : Buffer.from(JSON.stringify(key)).toString('base64url')

/** What each part of a key must look like, so that no cursor can reach the database malformed. */
export const keyParts = {
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  integer: /^-?\d{1,38}$/,
} as const

/** Reads a cursor; refuses `invalidInput` when it is not one that this list wrote. */
export function readCursor(
  cursor: string | undefined,
  shape: readonly (keyof typeof keyParts)[],
  locale: Locale,
): string[] | null {
  if (cursor === undefined) return null
  const key = parse(cursor)
  const fits =
    Array.isArray(key) &&
    key.length === shape.length &&
    key.every(
      (part, i) =>
        typeof part === 'string' && keyParts[shape[i] as keyof typeof keyParts].test(part),
    )
  if (!fits) return refuseInput([{ path: 'cursor', message: inputRuleText('cursor', locale) }])
  return key as string[]
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
