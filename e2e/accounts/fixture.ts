import { rmSync } from 'node:fs'
import { scratchFolder } from '@banyan/tools/scratch'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { Inbox } from '../inbox.ts'
import { type Language, openBrowser, Phone } from '../phone.ts'
import type { DemoAccount, Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'

export interface PhoneChoice {
  stays?: boolean
  language?: Language
  theme?: 'dark' | 'light'
}

/** One started product for all journeys of accounts, with a browser in which every member has a phone. */
export class Fixture {
  readonly product: Product
  readonly #browser: Browser
  readonly #dataDir: string
  readonly #inbox: Inbox
  #phones: { phone: Phone; stays: boolean }[] = []

  private constructor(product: Product, browser: Browser, dataDir: string) {
    this.product = product
    this.#browser = browser
    this.#dataDir = dataDir
    this.#inbox = new Inbox(product.inboxUrl)
  }

  static async open(): Promise<Fixture> {
    const dataDir = scratchFolder('banyan-accounts-')
    // All phones of these journeys come from one address, as if a village shared it.
    const product = await startSeeded(dataDir, { RATE_LIMIT_SCALE: '100' })
    return new Fixture(product, await openBrowser(), dataDir)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.product.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  /**
   * Opens a phone on the app's first page, English and dark by default; each is another device. One
   * with `stays` keeps its data for later journeys.
   */
  async phone(name: string, choice: PhoneChoice = {}): Promise<Phone> {
    const { stays = false, language = 'en', theme = 'dark' } = choice
    const phone = await Phone.open(this.#browser, { name, language, theme, lessMotion: true })
    this.#phones.push({ phone, stays })
    if (language === 'en') {
      await phone.page.context().addInitScript(() => {
        if (!localStorage.getItem('banyan.language')) localStorage.setItem('banyan.language', 'en')
      })
    }
    await phone.page.goto(this.product.appUrl)
    await phone.button(phone.names.welcome.create).waitFor()
    return phone
  }

  /** Returns the errors of all pages since the last call; phones that do not stay are closed. */
  async putPhonesAway(failed: boolean): Promise<string[]> {
    const all = this.#phones
    this.#phones = all.filter(one => one.stays)
    for (const { phone, stays } of all) {
      if (failed) await phone.picture('failed').catch(() => {})
      if (!stays) await phone.page.context().close()
    }
    return all.flatMap(({ phone }) => phone.complaints.splice(0))
  }

  demo(place: number): DemoAccount {
    const account = this.product.demoAccounts[place]
    if (!account) throw new Error(`the demo community has nobody at place ${place}`)
    return account
  }

  /** Returns the code in the next e-mail to an address that was not read here yet. */
  codeTo(address: string): Promise<string> {
    return this.#inbox.codeTo(address)
  }

  /** Freezes the whole account, as an operator does while there is no console. */
  freeze(accountId: string): Promise<void> {
    return this.#write('update member set frozen_at = house_now() where account_id = $1', accountId)
  }

  /** Moves the end of a closing's waiting time to now; the worker then carries it out. */
  endRest(accountId: string): Promise<void> {
    return this.#write(
      `update account_closing set asked_at = asked_at - interval '8 days', due_at = due_at - interval '8 days'
       from member where member.id = member_id and account_id = $1`,
      accountId,
    )
  }

  async #write(statement: string, accountId: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.product.databaseUrl })
    await client.connect()
    try {
      const { rowCount } = await client.query(statement, [accountId])
      if (rowCount !== 1) throw new Error(`there is no account ${accountId}`)
    } finally {
      await client.end()
    }
  }
}

/** Goes to an address inside the app, without a reload. */
export async function goTo(phone: Phone, address: string): Promise<void> {
  await phone.settled()
  await phone.page.evaluate(hash => {
    location.hash = hash
  }, `#${address}`)
  await phone.settled()
}

/** Waits until the page shows this. */
export const shows = (phone: Phone, text: string | RegExp): Promise<void> => phone.shows(text)

/** The page's own heading. */
export const titled = (phone: Phone, name: string): Promise<void> =>
  phone.page.getByRole('heading', { level: 1, name }).waitFor()

/** Answers the dialog. */
export const answer = (phone: Phone, name: string): Promise<void> =>
  phone.page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** The page in the address. */
export const pageOf = (phone: Phone): Promise<string> =>
  phone.page.evaluate(() => location.hash.slice(1).replace(/\?.*/, ''))
