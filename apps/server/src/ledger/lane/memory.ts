import type { AccountState } from '../accounts.ts'
import type { Batch } from '../book.ts'
import type { Epoch } from '../epochs.ts'

const CAPACITY = 200_000

/**
 * Accounts as this lane last saw them. It is never believed: what is decided by it is written only
 * where the account is still so, and what is refused by it is looked at again first.
 */
export class Memory {
  readonly #accounts = new Map<string, AccountState>()
  epochs: readonly Epoch[] | undefined

  get(id: string): AccountState | undefined {
    return this.#accounts.get(id)
  }

  keep(account: AccountState): void {
    if (this.#accounts.size >= CAPACITY) this.#accounts.clear()
    this.#accounts.set(account.id, account)
  }

  /**
   * A batch has been sent: its accounts are as it decided. What is remembered already is changed in
   * its place: an object that is new each time and lives long is what makes a collection of garbage
   * stop the lane for tens of milliseconds.
   */
  keepBatch({ opened, changed }: Batch): void {
    for (const account of opened) this.keep(account)
    for (const { now } of changed) {
      const known = this.#accounts.get(now.id)
      if (known) Object.assign(known, now)
      else this.keep(now)
    }
  }

  forget(): void {
    this.#accounts.clear()
    this.epochs = undefined
  }
}
