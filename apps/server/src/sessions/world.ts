import type { Verification } from '../verification/index.ts'
import type { LoginWorld } from './login.ts'

/** What changing and resetting passwords asks of the neighbours, beside what logging in does. */
export interface PasswordWorld extends LoginWorld {
  verification: Verification
}
