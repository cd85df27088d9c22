/** The platform's accounts in a run. `shortfall` is LOSS with the opposite sign. */
export type Account =
  | 'reserve'
  | 'poolStatic'
  | 'poolDynamic'
  | 'ops'
  | 'risk'
  | 'income'
  | 'shortfall'
  | 'outstanding'

/** The balances of the platform's accounts while a run is recomputed. */
export class Accounts {
  readonly #in: Record<Account, bigint>
  readonly hasIncome: boolean

  /** `hasIncome`: whether the rules of the run have an account for income that waits. */
  constructor(books: Readonly<Record<string, string>>, hasIncome: boolean) {
    this.hasIncome = hasIncome
    const of = (name: Account) => BigInt(books[name] ?? 0)
    this.#in = {
      reserve: of('reserve'),
      poolStatic: of('poolStatic'),
      poolDynamic: of('poolDynamic'),
      ops: of('ops'),
      risk: of('risk'),
      income: hasIncome ? of('income') : 0n,
      shortfall: of('shortfall'),
      outstanding: of('outstanding'),
    }
  }

  of(account: Account): bigint {
    return this.#in[account]
  }

  /** @throws RangeError when an account would fall below zero: a pool never pays more than it has. */
  add(account: Account, amount: bigint): void {
    const after = this.#in[account] + amount
    if (after < 0n) throw new RangeError(`${account} would be ${after}`)
    this.#in[account] = after
  }

  move(from: Account, to: Account, amount: bigint): void {
    this.add(from, -amount)
    this.add(to, amount)
  }

  /** Returns the requested amount, limited by the balance. */
  drain(account: Account, asked: bigint): bigint {
    const balance = this.#in[account]
    const taken = balance < asked ? balance : asked
    this.add(account, -taken)
    return taken
  }

  books(): Omit<Record<Account, bigint>, 'income'> & { income?: bigint } {
    const { income, ...all } = this.#in
    return this.hasIncome ? { ...all, income } : all
  }
}
