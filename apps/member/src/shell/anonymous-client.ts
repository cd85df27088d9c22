import { Client } from '@banyan/client'
import { language } from './index.ts'

/**
 * Calls anonymously: no token, no cookie, no cached response. So nobody gets another response than
 * everyone. Not part of the shell's index: few pages need it.
 */
export const anonymousClient = new Client({
  locale: language,
  fetch: (address, init) => fetch(address, { ...init, credentials: 'omit', cache: 'no-store' }),
})
