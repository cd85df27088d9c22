import { emailAddress, emailCode } from '@banyan/domain'
import { z } from 'zod'

/** Full-width digits of Chinese keyboards are digits. */
const code = z.preprocess(
  typed => (typeof typed === 'string' ? typed.normalize('NFKC').trim() : typed),
  emailCode,
)

export interface BindValues {
  oldCode: string
  address: string
  code: string
}

/** What is asked before the payment password: the old address's code only where there is one. */
export const bindSchemas = {
  first: z.object({ oldCode: z.string(), address: emailAddress, code }),
  rebind: z.object({ oldCode: code, address: emailAddress, code }),
} as const
