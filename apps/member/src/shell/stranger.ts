import { Client } from '@banyan/client'
import { language } from './index.ts'

/**
 * Asks as a stranger: no token, no cookie, no kept answer. So nobody can be told anything else than
 * everyone. Not part of the shell's index: few pages need it.
 */
export const stranger = new Client({
  locale: language,
  fetch: (address, init) => fetch(address, { ...init, credentials: 'omit', cache: 'no-store' }),
})
