import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureChromium } from '@banyan/tools/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { inChinese, inEnglish, type Names } from './names.ts'
import { patientContext } from './patience.ts'
import { Toasts } from './toasts.ts'

export type Language = 'zh' | 'en'

const silent = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One browser for the whole journey; every member has a phone of their own in it. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureChromium(), args: silent })

/** Messages of the browser about a server that is away, which cannot be prevented. */
const outageErrors = /net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|NETWORK_CHANGED)/

/**
 * The browser's message about an answer 503: the server could not serve a call in time, as on a
 * machine that is overloaded (security.md R12) or while its database starts. The app asks again for
 * what it reads, and a page that stays without it fails its step; an act is not repeated.
 */
const notNow = /status of 503/

const mute = () => sleep(4_000, 'does not answer')

/** True when a page is visible and draws frames. */
const frames = (page: Page): Promise<string> =>
  page
    .evaluate(async () => {
      const frame = new Promise(resolve => requestAnimationFrame(() => resolve('draws frames')))
      const none = new Promise(resolve => setTimeout(resolve, 2_000, 'draws no frames'))
      return `is ${document.visibilityState} and ${await Promise.race([frame, none])}`
    })
    .catch(error => `does not answer: ${error.message}`)

/** The parts of a page's state that help to find a fault. */
const textOf = (page: Page): Promise<string> =>
  page
    .locator('body')
    .ariaSnapshot()
    .then(text => text.replaceAll(/\s+/g, ' ').slice(0, 800))
    .catch(error => `does not answer: ${error.message}`)

/** Runs in every page: reports what the content security policy stops. */
export const reportViolations = `document.addEventListener('securitypolicyviolation', event =>
  console.error('policy violated: ' + event.violatedDirective + ' ' + event.blockedURI))`

interface PhoneSetup {
  name: string
  language: Language
  theme: 'dark' | 'light'
  /** Its member prefers reduced motion: pages change at once, and the journey takes less time. */
  lessMotion?: boolean
}

/** A member's phone: 390 × 844, one language, one theme, with a record of every error. */
export class Phone {
  readonly names: Names
  readonly page: Page
  readonly #name: string
  readonly #context: BrowserContext
  readonly #toasts: Toasts
  readonly complaints: string[]
  /** While the server is down on purpose its missing answers are no error. */
  serverIsAway = false
  /** The answers 503, for the report of a failure. */
  readonly #notNow: string[] = []
  #pictures = 0

  private constructor(
    name: string,
    language: Language,
    context: BrowserContext,
    page: Page,
    toasts: Toasts,
  ) {
    this.#name = name
    this.#toasts = toasts
    this.names = language === 'zh' ? inChinese : inEnglish
    this.#context = context
    this.page = page
    this.complaints = []
    this.#listenTo(page)
    context.on('page', opened => this.#listenTo(opened))
  }

  static async open(
    browser: Browser,
    { name, language, theme, lessMotion = false }: PhoneSetup,
  ): Promise<Phone> {
    const context = await patientContext(browser, {
      viewport: { width: 390, height: 844 },
      // No test depends on the pixel ratio, and four times the points take four times as long.
      deviceScaleFactor: 1,
      hasTouch: true,
      isMobile: true,
      colorScheme: theme,
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: lessMotion ? 'reduce' : 'no-preference',
    })
    await context.addInitScript({ content: reportViolations })
    const toasts = await Toasts.of(context)
    return new Phone(name, language, context, await context.newPage(), toasts)
  }

  #listenTo(page: Page): void {
    page.on('pageerror', error => this.complaints.push(`${page.url()}: ${error.stack ?? error}`))
    page.on('console', message => {
      if (message.type() !== 'error') return
      if (notNow.test(message.text())) return
      if (this.serverIsAway && outageErrors.test(message.text())) return
      this.complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('response', response => {
      if (response.status() !== 503) return
      const call = `${response.request().method()} ${response.url()}`
      this.#notNow.push(`${new Date().toISOString()} ${page.url()}: ${call} was answered 503`)
      if (!call.startsWith('GET ') && !this.serverIsAway) this.complaints.push(`${call}: 503`)
    })
  }

  /** Opens another page on this phone, as a link to a new window does. */
  newPage(): Promise<Page> {
    return this.#context.newPage()
  }

  /**
   * The state of each of its pages, for the report of a failure. A page that draws no frames
   * ignores every tap, though its texts and fields answer.
   */
  async condition(): Promise<string[]> {
    const pages = this.#context.pages()
    const states = await Promise.all(
      pages.map(
        async page =>
          `${this.#name}: ${page.url()} ${await Promise.race([frames(page), mute()])}\n` +
          `  ${await Promise.race([textOf(page), mute()])}`,
      ),
    )
    return [...states, ...this.#notNow]
  }

  /** Waits until the new page has taken its place: during the transition there are two. */
  async settled(): Promise<void> {
    await this.page.getByRole('main').nth(1).waitFor({ state: 'hidden' })
  }

  /**
   * Loads the app anew at an address of it. The app removes the entries of the pages above a tab
   * from the browser's history first: a load that begins meanwhile is given up by the browser.
   */
  async loadAt(address: string): Promise<void> {
    await this.page.goto(address)
    await expect
      .poll(() => this.page.evaluate(() => [location.href, history.state?.d]))
      .toEqual([address, 0])
    await this.page.reload()
  }

  /** Takes a screenshot when SCREENSHOT_DIR is set. */
  async picture(of: string, page: Page = this.page): Promise<void> {
    await this.settled()
    const folder = process.env.SCREENSHOT_DIR
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    const number = String(++this.#pictures).padStart(2, '0')
    await page.screenshot({ path: join(folder, `${this.#name}-${number}-${of}.png`) })
  }

  /** A tab of the tab bar. */
  async tab(name: keyof Names['tabs']): Promise<void> {
    const { page, names } = this
    await this.settled()
    await page.getByRole('navigation').getByRole('button', { name: names.tabs[name] }).click()
  }

  /** Waits until the page shows this text, in its content or in a toast. */
  shows(text: string | RegExp): Promise<void> {
    return this.#toasts.toastOrText(text, this.page.getByText(text).first())
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  field(name: string) {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  /** The BSC address that the page on top shows in full. */
  async addressShown(): Promise<string> {
    const shown = this.page.getByText(/^0x[0-9a-fA-F]{40}$/).last()
    return (await shown.textContent()) ?? ''
  }

  /** Types the payment password into the sheet that asks for it, and confirms. */
  async confirmWithPin(digits: string, confirm: string | RegExp): Promise<void> {
    const sheet = this.page.getByRole('dialog')
    for (const digit of digits)
      await sheet.getByRole('button', { name: digit, exact: true }).click()
    await sheet.getByRole('button', { name: confirm, exact: typeof confirm === 'string' }).click()
  }

  /** Goes back with the page's own button. */
  async back(): Promise<void> {
    await this.settled()
    await this.button(this.names.back).click()
    await this.settled()
  }
}
