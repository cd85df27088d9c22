import { rmSync } from 'node:fs'
import { scratchFolder } from '@banyan/tools/scratch'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { keptBy } from '../matrix/browser.ts'
import { Caller, Member } from '../matrix/caller.ts'
import { type Language, openBrowser, Phone } from '../phone.ts'
import type { DemoAccount, DemoOperator, Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'
import { type Step, stepsWith } from '../step.ts'
import { Desk } from './desk.ts'
import { operatorOf } from './sign-in.ts'

/** One started product, with a browser in which every operator has a desk and every member a phone. */
export class Office {
  readonly product: Product
  readonly dataDir: string
  /** A part of a journey: a failure tells what every desk and phone shows. */
  readonly step: Step
  readonly #browser: Browser
  readonly #people: (Phone | Desk)[] = []
  readonly #callers = new Map<string, Promise<Caller>>()

  private constructor(product: Product, browser: Browser, dataDir: string) {
    this.product = product
    this.dataDir = dataDir
    this.#browser = browser
    this.step = stepsWith(this.#people, () => this.product)
  }

  static async open(): Promise<Office> {
    const dataDir = scratchFolder('banyan-console-')
    // Every desk and phone of the journeys has the same address.
    const settings = { RATE_LIMIT_SCALE: '100' }
    const [product, browser] = await Promise.all([startSeeded(dataDir, settings), openBrowser()])
    return new Office(product, browser, dataDir)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.product.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  /** Closes every desk and phone. Returns what failed in their pages, and violations of policies. */
  async clear(): Promise<string[]> {
    const people = this.#people.splice(0)
    const complaints: string[] = []
    for (const person of people) {
      complaints.push(...person.complaints)
      if (person instanceof Desk && (await person.isTooLong()))
        complaints.push(`${person.name}: ${person.page.url()} is longer than its window`)
      await person.page.context().close()
    }
    return complaints
  }

  /** The demonstration's operator of a role, at this place. */
  operator(role: string, place = 0): DemoOperator {
    return operatorOf(this.product, role, place)
  }

  /** The member of the demonstration with this nickname. */
  account(nickname: string): DemoAccount {
    const account = this.product.demoAccounts.find(one => one.nickname === nickname)
    if (!account) throw new Error(`the demonstration has no ${nickname}`)
    return account
  }

  /** The desk of an operator who has signed in with the password. */
  async desk(operator: DemoOperator, setup: Parameters<typeof Desk.open>[2] = {}): Promise<Desk> {
    const desk = await this.emptyDesk(operator.name, setup)
    await desk.signIn(this.product, operator)
    return desk
  }

  /** A desk at which nobody has signed in, and no page is open. */
  async emptyDesk(name: string, setup: Parameters<typeof Desk.open>[2] = {}): Promise<Desk> {
    const desk = await Desk.open(this.#browser, name, setup)
    this.#people.push(desk)
    return desk
  }

  /** A member's phone, logged in, at an address of the app. */
  async phone(
    account: DemoAccount,
    { language = 'zh', at = '/' }: { language?: Language; at?: string } = {},
  ): Promise<Phone> {
    const theme = language === 'zh' ? 'dark' : 'light'
    const setup = { name: account.nickname, language, theme, lessMotion: true } as const
    const phone = await Phone.open(this.#browser, setup)
    this.#people.push(phone)
    const { login } = await this.member(account)
    const appearance = { language: language === 'zh' ? 'zh-CN' : 'en', theme } as const
    await phone.page.addInitScript(
      kept => {
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
      },
      keptBy(appearance, login),
    )
    await phone.page.goto(`${this.product.appUrl}#${at}`)
    await phone.settled()
    return phone
  }

  /** The calls of an operator beside the pages; each signs in once. */
  caller(operator: DemoOperator): Promise<Caller> {
    const known = this.#callers.get(operator.name)
    const caller = known ?? Caller.openOperator(this.product.consoleUrl, operator)
    this.#callers.set(operator.name, caller)
    return caller
  }

  /** An operator who has been proposed, approved and set up through the API. */
  async newOperator(name: string, role: string): Promise<DemoOperator> {
    const one = await this.caller(this.operator('administrator'))
    const other = await this.caller(this.operator('administrator', 1))
    const { id } = await one.post('/api/operator/proposals/operators', { name, role })
    const path = `/api/operator/proposals/${id}/approve`
    const { setUpSecret } = await other.post(path, { reason: 'known', acknowledges: [] })
    const password = `${name} has a long password`
    await other.post('/api/operator/set-up', { name, secret: setUpSecret, password })
    return { name, role, password }
  }

  /** The calls of a member beside the pages. */
  member(account: DemoAccount): Promise<Member> {
    return Member.open(this.product.appUrl, account)
  }

  /** Moves the clock of the platform on. */
  async goOn(interval: string): Promise<void> {
    await this.#query(
      `insert into house_clock (shift) values ($1::interval)
        on conflict (only_row) do update set shift = house_clock.shift + $1::interval`,
      [interval],
    )
  }

  /** The platform's time. */
  async now(): Promise<Date> {
    return (await this.#query('select house_now() as now', [])).rows[0].now
  }

  async #query(text: string, values: readonly string[]) {
    const db = new pg.Client(this.product.databaseUrl)
    await db.connect()
    try {
      return await db.query(text, [...values])
    } finally {
      await db.end()
    }
  }
}
