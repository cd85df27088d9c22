import type { Verification } from '../verification/index.ts'
import type { LoginContext } from './login.ts'

/** What changing and resetting passwords asks of the neighbours, beside what logging in does. */
export interface PasswordContext extends LoginContext {
  verification: Verification
}
