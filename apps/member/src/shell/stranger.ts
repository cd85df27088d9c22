import { Client } from '@banyan/client'
import { language } from './index.ts'

/**
 * Asks as a stranger: no token, no cookie, no kept answer. So nobody gets another answer than
 * everyone. Not part of the shell's index: few pages need it.
 */
export const stranger = new Client({
  locale: language,
  fetch: (address, init) => fetch(address, { ...init, credentials: 'omit', cache: 'no-store' }),
})
