import { z } from 'zod'
import { rule } from './wire.ts'

/** How long a page of a list is that programs read to its end, not people. */
export const longPage = z.coerce
  .number(rule('limit'))
  .int(rule('limit'))
  .min(1, rule('limit'))
  .max(1_000, rule('limit'))
