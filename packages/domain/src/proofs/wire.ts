import { z } from 'zod'

/** Whole micro-units (six decimals) as in the hashed bytes: no sign, no point, below 2^128. */
export const units = z.string().regex(/^(0|[1-9]\d{0,38})$/)
