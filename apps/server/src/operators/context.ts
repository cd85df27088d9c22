import type { Database, Tx } from '../platform/database/connect.ts'

/** What the operators' room asks of its neighbours. */
export interface OperatorContext {
  hashing: {
    hash(password: string): Promise<string>
    /** Compares; without a stored hash it does the same work and answers false. */
    fits(stored: string | null, password: string): Promise<boolean>
  }
  /**
   * Counts a try at a password and then compares. Each device that `who` is known on has a count of
   * its own, and all others share one: whoever knows a name cannot keep its owner out.
   */
  countTry(
    from: { who: string; knownDevice: string | null },
    compare: () => Promise<boolean>,
    answers: { failed(triesLeft: number): never; locked(minutes: number): never },
  ): Promise<void>
  /** How many cases wait for an administrator to appoint an arbitrator. */
  casesToAppoint(reader: Database | Tx): Promise<number>
  /** Whether the demonstration's operators may sign in: never in production. */
  demo: boolean
}
