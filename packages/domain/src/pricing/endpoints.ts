import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant } from '../contract/wire.ts'

/** The guide price in force, and when the next one is made. */
export const guidePrice = endpoint({
  id: 'pricing.guide',
  path: '/api/pricing/guide',
  access: 'public',
  summary: 'The published guide price, the exit price and the next cut-off.',
  answer: z.object({
    price: decimal,
    exitPrice: decimal,
    publishedAt: instant.nullable(),
    nextCutoff: instant,
    history: z.array(z.object({ at: instant, price: decimal })),
  }),
})
