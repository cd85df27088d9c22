import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approverKeyIn, operatorKeyFile, signInApprover } from '@banyan/tools/approvers'
import { callHook, patientFetch } from '@banyan/tools/patient-fetch'
import { scratchFolder } from '@banyan/tools/scratch'
import { demoDays, firstDayBefore } from '@banyan/tools/seeding'
import { type ChainBeside, chainBeside } from '@banyan/tools/testchain/beside'
import pg from 'pg'
import { Caller, Member } from '../matrix/caller.ts'
import type { DemoOperator, Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** A member of the community, as the database has them. */
export interface Person {
  memberId: string
  accountId: string
  nickname: string
}

/**
 * The demo community on the product as `npm start` runs it, with the clocks of product and chain
 * moved together.
 */
export class DemoSystem {
  readonly product: Product
  readonly chain: ChainBeside
  readonly #dataDir: string
  /** The end of the day on which it was seeded. */
  readonly #firstCutoff: Date
  #shiftMs = 0
  #day = 0

  private constructor(product: Product, dataDir: string, seededOn: Date) {
    this.product = product
    this.#dataDir = dataDir
    this.chain = chainBeside(join(dataDir, 'chain'))
    this.#firstCutoff = new Date(firstDayBefore(seededOn).getTime() + (demoDays + 1) * DAY_MS)
  }

  static async open(): Promise<DemoSystem> {
    const dataDir = scratchFolder('banyan-wind-down-')
    const now = new Date()
    const settings = { TEST_HOOKS: '1', RATE_LIMIT_SCALE: '1000' }
    return new DemoSystem(await startSeeded(dataDir, settings), dataDir, now)
  }

  async close(): Promise<void> {
    await this.product.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  /** Days since the beginning. */
  get day(): number {
    return this.#day
  }

  get now(): Date {
    return new Date(Date.now() + this.#shiftMs)
  }

  /** Goes past the next cut-off, and settles what is due. */
  async nextDay(): Promise<void> {
    const cutoff = () => this.#firstCutoff.getTime() + (this.#day - 1) * DAY_MS
    do this.#day += 1
    while (cutoff() <= this.now.getTime())
    await this.goTo(new Date(cutoff() + 60_000))
  }

  /** Goes on by some hours of the same day. */
  async later(hours: number): Promise<void> {
    await this.goTo(new Date(this.now.getTime() + hours * HOUR_MS))
  }

  /** Moves the clocks to an instant, settles what is due, and reads custody. */
  async goTo(at: Date): Promise<void> {
    this.#shiftMs = at.getTime() - Date.now()
    await this.#moveClocks()
    await this.settle()
    await callHook(this.product.appUrl, '/test/custody', {})
  }

  settle(): Promise<void> {
    return callHook(this.product.appUrl, '/test/settle', {})
  }

  /** The chain first: no block may have a time that the platform has not reached. */
  async #moveClocks(): Promise<void> {
    const shift = { shiftMs: this.#shiftMs }
    await callHook(this.product.walletUrl, '/api/clock', shift)
    await callHook(this.product.appUrl, '/test/clock', shift)
  }

  /** Kill -9 of everything, and another start over the remaining data. */
  async killAndStart(between: () => void = () => {}): Promise<void> {
    await this.product.kill()
    between()
    await this.product.startAgain()
    await this.#moveClocks()
  }

  /** Changes the signer's configuration; it takes effect at the next start. */
  changeSigner(change: (config: { collection: { hotCap: string } }) => void): void {
    const file = join(this.#dataDir, 'signer/config.json')
    const config = JSON.parse(readFileSync(file, 'utf8'))
    change(config)
    writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 })
  }

  /** Sends test USDT from the demo wallet, as a payer from outside. Returns the hash. */
  async pay(to: string, amount: string): Promise<string> {
    const response = await fetch(`${this.product.walletUrl}/api/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, amount }),
    })
    return ((await response.json()) as { hash: string }).hash
  }

  /** Reads as the database's owner. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.product.databaseUrl })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** All accounts in the order in which they were made, without the root member. */
  everybody(): Promise<Person[]> {
    return this.sql<Person>(
      `select id as "memberId", account_id as "accountId", nickname from member
       where login_hash is not null order by created_at, id`,
    )
  }

  /**
   * A member, logged in now. All members of the demo community have the passwords of those that are
   * printed.
   */
  member({ accountId, nickname }: Pick<Person, 'accountId' | 'nickname'>): Promise<Member> {
    const [printed] = this.product.demoAccounts
    if (!printed) throw new Error('the demo community has nobody')
    return Member.open(this.product.appUrl, { ...printed, accountId, nickname })
  }

  /** The printed member at this place. */
  memberAt(place: number): Promise<Member> {
    const account = this.product.demoAccounts[place]
    if (!account) throw new Error(`the demo community has nobody at place ${place}`)
    return this.member(account)
  }

  #operators(role: string): DemoOperator[] {
    return this.product.demoOperators.filter(one => one.role === role)
  }

  /** The operators of a role, signed in now: their sessions end when the clock is moved. */
  async operators(role: string): Promise<[Caller, Caller, ...Caller[]]> {
    const [one, other, ...more] = await Promise.all(
      this.#operators(role).map(who => Caller.openOperator(this.product.consoleUrl, who)),
    )
    if (!one || !other) throw new Error(`a demonstration has two of role ${role}`)
    return [one, other, ...more]
  }

  /** One operator of a role proposes and another approves. */
  async agree(role: string, path: string, body: object): Promise<void> {
    const [one, other] = await this.operators(role)
    const { id } = await one.post(`/api/operator/proposals/${path}`, body)
    await other.post(`/api/operator/proposals/${id}/evidence/open`, {})
    await other.post(`/api/operator/proposals/${id}/approve`, { reason: 'Both have read it.' })
  }

  /** The operator who approves withdrawals in a role, signed in now, with their key. */
  async approver(role: 'reviewer' | 'treasurer'): ReturnType<typeof signInApprover> {
    const [operator] = this.#operators(role)
    if (!operator) throw new Error(`a demonstration has a ${role}`)
    const key = await approverKeyIn(operatorKeyFile(this.#dataDir, operator.name))
    return signInApprover(this.product.consoleUrl, operator, { key })
  }

  /** Reads public data, without a session. */
  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
  async read(path: string): Promise<any> {
    const response = await patientFetch(this.product.appUrl + path)
    return ((await response.json()) as { data: unknown }).data
  }
}
