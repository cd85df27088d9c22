import type { Verification } from '../verification/index.ts'
import type { LoginContext } from './login.ts'

/** What changing and resetting passwords needs from other modules, beside what logging in needs. */
export interface PasswordContext extends LoginContext {
  verification: Verification
}
