/** What the operators' room asks of its neighbours. */
export interface OperatorWorld {
  hashing: {
    hash(password: string): Promise<string>
    /** Compares; without a stored hash it does the same work and answers false. */
    fits(stored: string | null, password: string): Promise<boolean>
  }
  /** Whether the demonstration's operators may sign in: never in production. */
  demo: boolean
}
