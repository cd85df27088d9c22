import {
  about,
  emailStatus,
  getReceivingAccount,
  inviter,
  me,
  security,
  solvency,
} from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export const meQuery = askQuery(['identity', 'me'], me)

export const receivingAccountQuery = askQuery(['identity', 'receivingAccount'], getReceivingAccount)

/** The countries where nobody can join are a setting of the deployment; public. */
export const aboutQuery = {
  ...askQuery(['house', 'about'], about),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The owner of this invitation code; public. */
export const inviterQuery = (code: string) =>
  askQuery(['identity', 'inviter', code], inviter, { query: { code } })

// The keys are those of the modules that these calls belong to: one response serves every page.

/** Bound e-mail, freezes, and resets that can be undone. */
export const securityQuery = askQuery(['sessions', 'security'], security)

export const emailQuery = askQuery(['verification', 'email'], emailStatus)

/** Whether custody covers everything owed. */
export const solvencyQuery = askQuery(['solvency', 'newest'], solvency)
