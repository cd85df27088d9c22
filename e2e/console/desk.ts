import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { patientContext } from '../patience.ts'
import { reportViolations } from '../phone.ts'
import type { DemoOperator, Product } from '../product.ts'
import { Toasts } from '../toasts.ts'

interface DeskSetup {
  language?: 'zh-CN' | 'en'
  theme?: 'dark' | 'light'
}

/** An operator's browser: 1,280 × 800, with a record of every error of its pages. */
export class Desk {
  readonly page: Page
  readonly name: string
  readonly complaints: string[] = []
  readonly #context: BrowserContext
  readonly #toasts: Toasts
  #pictures = 0

  private constructor(name: string, context: BrowserContext, page: Page, toasts: Toasts) {
    this.name = name
    this.#context = context
    this.#toasts = toasts
    this.page = page
    this.#listenTo(page)
    context.on('page', opened => this.#listenTo(opened))
  }

  static async open(
    browser: Browser,
    name: string,
    { language = 'zh-CN', theme = 'dark' }: DeskSetup = {},
  ): Promise<Desk> {
    const context = await patientContext(browser, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      timezoneId: 'Asia/Shanghai',
    })
    await context.addInitScript(
      ([chosenTheme, chosenLanguage]) => {
        localStorage.setItem('console.theme', chosenTheme ?? '')
        localStorage.setItem('console.language', chosenLanguage ?? '')
      },
      [theme, language],
    )
    await context.addInitScript({ content: reportViolations })
    const toasts = await Toasts.of(context)
    return new Desk(name, context, await context.newPage(), toasts)
  }

  /** Opens the console and signs in with the password; the overview is there. */
  async signIn(product: Product, { name, password }: DemoOperator): Promise<void> {
    await this.page.goto(product.consoleUrl)
    await this.page.locator('[name=name]').fill(name)
    await this.password(password)
    await this.isIn()
  }

  /** Types the password into the sign-in or the lock, and sends it. */
  async password(password: string): Promise<void> {
    await this.page.locator('[name=password]').fill(password)
    await this.page.locator('[name=password]').press('Enter')
  }

  /** Waits until the pages are shown. */
  isIn(): Promise<void> {
    return this.page.getByRole('main').and(this.page.locator('#main')).waitFor()
  }

  /** Waits until the sign-in asks for a name. */
  signOutSeen(): Promise<void> {
    return this.page.locator('[name=name]').waitFor()
  }

  /** Loads the operator's signing key from its file, on the open withdrawal. */
  async loadKey(file: string): Promise<void> {
    await this.page.locator('#main aside input[type=file]').setInputFiles(file)
    await this.shows(/此设备已有您的签名密钥|Your signing key/)
  }

  /** Opens an address of the console. */
  go(hash: string): Promise<void> {
    return this.page.evaluate(to => {
      location.hash = to
    }, hash)
  }

  /** Waits until the page shows this text, in its content or in a toast. */
  shows(text: string | RegExp): Promise<void> {
    return this.#toasts.toastOrText(text, this.page.getByText(text).first())
  }

  /** The addresses of the pages that its operator may read. */
  openPages(): Promise<string[]> {
    return this.page
      .locator('nav a[href^="#/"]:not([class*="_closed_"])')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  }

  /** Waits until the page in front has read what it shows. */
  async isRead(): Promise<void> {
    await this.page.locator('#main > *').first().waitFor()
    await expect.poll(() => this.page.locator('#main [role=status]').count()).toBe(0)
  }

  /** True when the whole page could be scrolled: only its columns may. */
  isTooLong(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** The open thing beside its list. */
  get panel() {
    return this.page.locator('#main aside').last()
  }

  /** Lets Chromium be an authenticator with a finger that is always there. */
  async holdPasskey(): Promise<CDPSession> {
    const session = await this.#context.newCDPSession(this.page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return session
  }

  /** What is on its page, for the report of a failure. */
  async condition(): Promise<string[]> {
    const text = await this.page.locator('body').ariaSnapshot()
    return [`${this.name}: ${this.page.url()}\n  ${text.replaceAll(/\s+/g, ' ').slice(0, 1_200)}`]
  }

  /** Takes a screenshot when SCREENSHOT_DIR is set. */
  async picture(of: string): Promise<void> {
    const folder = process.env.SCREENSHOT_DIR
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    const number = String(++this.#pictures).padStart(2, '0')
    await this.page.screenshot({ path: join(folder, `${this.name}-${number}-${of}.png`) })
  }

  #listenTo(page: Page): void {
    page.on('pageerror', error => this.complaints.push(`${page.url()}: ${error.stack ?? error}`))
    page.on('console', message => {
      if (message.type() === 'error') this.complaints.push(`${page.url()}: ${message.text()}`)
    })
  }
}
