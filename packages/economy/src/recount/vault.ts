/** Accounts of the house in a run. LOSS counts what is lacking. */
export type Account =
  | 'reserve'
  | 'poolStatic'
  | 'poolDynamic'
  | 'ops'
  | 'risk'
  | 'shortfall'
  | 'outstanding'

/** The house's accounts while a run is worked out again: one place, and every move named. */
export class Vault {
  readonly #in: Record<Account, bigint>

  constructor(books: Readonly<Record<string, string>>) {
    const of = (name: Account) => BigInt(books[name] ?? 0)
    this.#in = {
      reserve: of('reserve'),
      poolStatic: of('poolStatic'),
      poolDynamic: of('poolDynamic'),
      ops: of('ops'),
      risk: of('risk'),
      shortfall: of('shortfall'),
      outstanding: of('outstanding'),
    }
  }

  of(account: Account): bigint {
    return this.#in[account]
  }

  /** @throws RangeError when an account would fall below zero: a pool never pays what it has not. */
  add(account: Account, amount: bigint): void {
    const after = this.#in[account] + amount
    if (after < 0n) throw new RangeError(`${account} would be ${after}`)
    this.#in[account] = after
  }

  move(from: Account, to: Account, amount: bigint): void {
    this.add(from, -amount)
    this.add(to, amount)
  }

  /** As much of what is asked as is there. */
  drain(account: Account, asked: bigint): bigint {
    const there = this.#in[account]
    const taken = there < asked ? there : asked
    this.add(account, -taken)
    return taken
  }

  books(): Record<Account, bigint> {
    return { ...this.#in }
  }
}
