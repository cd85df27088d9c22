import { z } from 'zod'
import { rule } from './wire.ts'

/** Page length of a list that programs, not people, read to its end. */
export const longPage = z.coerce
  .number(rule('limit'))
  .int(rule('limit'))
  .min(1, rule('limit'))
  .max(1_000, rule('limit'))
