import { emailAddress, emailCode } from '@banyan/domain'
import { z } from 'zod'
import { typedDigits } from '../shell/typed.ts'

const code = typedDigits(emailCode)

export interface BindValues {
  oldCode: string
  address: string
  code: string
}

/** The fields before the payment password: the old address's code only when there is one. */
export const bindSchemas = {
  first: z.object({ oldCode: z.string(), address: emailAddress, code }),
  rebind: z.object({ oldCode: code, address: emailAddress, code }),
} as const
