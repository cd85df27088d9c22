import { z } from 'zod'
import { amountPattern, parseAmount, SCALE } from '../money/amount.ts'
import type { InputRule } from './input-rules.ts'
import { hasInvisibleSigns } from './visible-text.ts'

/** A zod message that is the name of an input rule, so that both sides can show it in the user's language. */
export const rule = (name: InputRule): { error: InputRule } => ({ error: name })

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** SHA-256 in lower-case hex, full length. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** The date of a settlement. */
export const period = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, rule('id'))
/** A decimal string that the server writes: may be zero, and negative in a statement. */
export const decimal = z.string().regex(/^-?\d+(\.\d{1,6})?$/)

/**
 * An amount that a caller writes: canonical, above zero, at most `scale` decimals. Nothing is
 * corrected here, not even a blank: what a person typed is corrected where they can see it.
 */
export const amountText = (scale: number = SCALE) =>
  z
    .string(rule('required'))
    .min(1, rule('required'))
    .regex(amountPattern(scale), rule(scale === 2 ? 'amountTwoDecimals' : 'amountSixDecimals'))
    // Checked only for well-formed text: a malformed one has its own error already.
    .refine(
      text => !amountPattern(scale).test(text) || parseAmount(text, scale) > 0n,
      rule('amountAboveZero'),
    )

/** Ids on the wire carry a prefix that names their type: `trd_` and 32 hex digits. */
export const wireId = (prefix: string) =>
  z.string(rule('required')).regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), rule('id'))

/** A position in a list of messages, as a caller names it: from 1, within the database's integer range. */
export const threadPlace = z
  .int(rule('wrongType'))
  .min(1, rule('wrongType'))
  .max(2_147_483_647, rule('wrongType'))

/** Returns the database's uuid of a wire id. */
export function uuidOf(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the wire id of a database's uuid. */
export const wireIdOf = (prefix: string, uuid: string): string =>
  `${prefix}_${uuid.replaceAll('-', '')}`

/** A keyset page of a list. `nextCursor` is null at the end. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** The query of every paged list. */
export const pageQuery = {
  cursor: z.string().max(200, rule('cursor')).optional(),
  limit: z.coerce
    .number(rule('limit'))
    .int(rule('limit'))
    .min(1, rule('limit'))
    .max(100, rule('limit'))
    .default(20),
}

/** The platform's words for members, in both languages. */
export const bothLanguages = z.object({ zh: z.string(), en: z.string() })
export type BothLanguages = z.infer<typeof bothLanguages>

/** Free text of a person: NFC, trimmed, no invisible characters, 1 to `max` characters. */
export const personText = (max = 140) =>
  z
    .string(rule('required'))
    .transform(text => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, rule('required'))
        .max(max, rule('tooLong'))
        .refine(text => !hasInvisibleSigns(text), rule('invisibleSigns')),
    )

/**
 * Multi-line text of a person: NFC, trimmed, lines kept, no other invisible characters, at most
 * `max` characters.
 */
export const linesText = (max: number) =>
  z
    .string(rule('required'))
    .transform(text => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max, rule('tooLong'))
        .refine(text => !hasInvisibleSigns(text.replaceAll('\n', '')), rule('invisibleSigns')),
    )
