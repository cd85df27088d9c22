import type { Database, Tx } from '../platform/database/connect.ts'
import type { Line } from '../platform/fair-queue.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Sealing } from '../platform/sealing.ts'

/** What the operators module needs from other modules. */
export interface OperatorContext {
  hashing: {
    hash(password: string, line: Line): Promise<string>
    /**
     * Compares a password with a hash. Without a stored hash it does the same work and returns
     * false.
     */
    fits(stored: string | null, password: string, line: Line): Promise<boolean>
    /** True when the hash was made with other settings, or another pepper, than the current ones. */
    isOutdated(stored: string): boolean
  }
  /**
   * Counts a try at a password, then compares. Each device that `who` is known on has its own
   * count, and all others share one: a person who knows a name cannot lock its owner out.
   */
  countTry(
    from: { who: string; knownDevice: string | null },
    compare: () => Promise<boolean>,
    answers: { failed(triesLeft: number): never; locked(minutes: number): never },
  ): Promise<void>
  /** The number of cases that wait for an administrator to appoint an arbitrator. */
  casesToAppoint(reader: Database | Tx): Promise<number>
  /** True where the demonstration's operators may sign in. Never true in production. */
  demo: boolean
  /** True where an operator without a second factor may do what moves money: on a demonstration. */
  factorsOptional: boolean
  /** The origins of the console: passkeys are bound to them. */
  origins: readonly string[]
  sealing: Sealing
  /** Sends the signed roots of the audit log. */
  mail: Pick<Mail, 'post' | 'offered'>
}
