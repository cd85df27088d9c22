import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localeOf, uploadPath } from '@banyan/domain'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { keptBy } from '../../matrix/browser.ts'
import { patienceMs, patientContext } from '../../patience.ts'
import { reportViolations } from '../../phone.ts'
import { Toasts } from '../../toasts.ts'
import { bodyOf, goAway, sendFile } from '../built-app.ts'
import { Answers } from './answers.ts'
import { login, shellAnswers } from './fixtures/shell.ts'
import { idOf } from './fixtures/values.ts'

/** The languages of the member app. */
export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * The built app in a real page, with a member who is logged in and a server that answers from fixtures. Claims go from
 * one screen to the next in the same page, which has its code by then.
 */
export class Screen {
  readonly answers = new Answers()
  readonly #server: Server
  readonly #context: BrowserContext
  readonly #toasts: Toasts
  readonly #errors: string[] = []
  readonly page: Page
  readonly language: Language
  /** Requests of the page that are not answered, and all of them so far. */
  #underWay = 0
  #asked = 0
  /** Each claim logs in anew: what the app has cached is dropped. */
  #logins = 0

  private constructor(parts: {
    server: Server
    context: BrowserContext
    page: Page
    toasts: Toasts
    language: Language
  }) {
    this.#server = parts.server
    this.#context = parts.context
    this.#toasts = parts.toasts
    this.page = parts.page
    this.language = parts.language
    this.#server.on('request', (request, response) => void this.#answer(request, response))
    this.page.on('pageerror', error => this.#errors.push(`error: ${error.message}`))
    this.page.on('console', message => {
      // What a claim makes fail is reported by the browser, too.
      if (message.type() !== 'error' || /Failed to load resource/.test(message.text())) return
      this.#errors.push(`console: ${message.text()}`)
    })
  }

  static async open(browser: Browser, language: Language = 'en'): Promise<Screen> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const context = await patientContext(browser, {
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 1,
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
      locale: language,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await context.addInitScript({ content: reportViolations })
    await context.addInitScript(
      ({ kept }) => {
        if (location.protocol === 'about:') return
        for (const [name, value] of Object.entries(kept))
          if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
      },
      { kept: keptBy({ language, theme: 'dark' }, login) },
    )
    await context.addInitScript({ content: 'window.importCode = address => import(address)' })
    await context.addInitScript(countCalls)
    const toasts = await Toasts.of(context)
    const page = await context.newPage()
    const screen = new Screen({ server, context, page, toasts, language })
    shellAnswers(screen.answers)
    await page.goto('/#/pages/more/settings')
    await screen.settled()
    return screen
  }

  async close(): Promise<void> {
    await this.#context.close()
    await goAway(this.#server)
  }

  /** Opens a page of the app, with nothing cached of what was asked before. */
  async show(address: string): Promise<void> {
    await this.closeLayers()
    await this.page.evaluate(
      async ({ address, token }) => {
        const goTo = async (hash: string) => {
          if (location.hash === hash) return
          const there = new Promise(go => addEventListener('hashchange', go, { once: true }))
          location.hash = hash
          await there
        }
        // A page that is open already would go on with what it has, and another one ask again what is meant for this one.
        await goTo('#/pages/more/settings')
        sessionStorage.clear()
        // Another login of the same member, as if from another tab: the app drops its cache.
        const [user] = JSON.parse(localStorage.getItem('banyan.users') ?? '[]')
        localStorage.setItem('banyan.users', JSON.stringify([{ ...user, token }]))
        // What was asked before the live events open is asked again, seconds later: the page comes after them.
        const eventsOpen = new Promise<void>(go => {
          addEventListener('eventsOpen', event => {
            if ((event as CustomEvent<string>).detail.endsWith(token)) go()
          })
        })
        window.dispatchEvent(new StorageEvent('storage'))
        await eventsOpen
        await goTo(`#${address}`)
      },
      { address, token: `a token ${++this.#logins}` },
    )
    await this.settled()
  }

  /** Closes what is open over the page: a tab's page would show it again. */
  async closeLayers(): Promise<void> {
    for (let most = 4; most > 0 && (await this.layers.count()) > 0; most--) {
      const top = (await this.layers.elementHandles()).at(-1)
      await this.page.keyboard.press('Escape')
      // One that is gone for good is hidden, too.
      await top?.waitForElementState('hidden').catch(() => {})
      await this.settled()
    }
  }

  /** Opens a page in a new document. */
  async reload(address: string): Promise<void> {
    await this.page.goto('about:blank')
    await this.page.goto(`/#${address}`)
    await this.settled()
  }

  /** Waits until the page has its code and its data and draws nothing more. */
  async settled(): Promise<void> {
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const asked = this.#asked
      const isAtRest = await this.page.evaluate(atRest)
      if (isAtRest && this.#underWay === 0 && this.#asked === asked) return
      if (performance.now() > giveUpAt) throw new Error(`${this.page.url()} did not come to rest`)
    }
  }

  /** Waits until the page has drawn what an input did, also while a call is under way. */
  async drawn(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames++) await new Promise(go => requestAnimationFrame(go))
    })
  }

  /** The visible page of the stack. */
  get main(): Locator {
    return this.page.locator('main:visible')
  }

  /** The sheets and dialogs over the page, the lowest first. */
  get layers(): Locator {
    return this.page.locator(':is([role="dialog"], [role="alertdialog"]):visible')
  }

  /** The one on top. */
  get layer(): Locator {
    return this.layers.last()
  }

  /** The names of all buttons and links of the visible page, without its head; those that are locked end in "(locked)". */
  async actions(within: Locator = this.main): Promise<string[]> {
    const names = await within.evaluateAll(places =>
      places.flatMap(place =>
        [...place.querySelectorAll<HTMLElement>('button, a[href], summary')]
          .filter(one => one.checkVisibility())
          .map(one => {
            // A row has a note under its label, and a tile a word under its name.
            const label = one.querySelector('[class*="_label_"]')?.firstChild
            const shown = label ?? one.querySelector('b') ?? one
            const name = one.getAttribute('aria-label') ?? shown.textContent ?? ''
            const isLocked = one.matches(':disabled, [aria-disabled="true"]')
            return name.replaceAll(/\s+/g, ' ').trim() + (isLocked ? ' (locked)' : '')
          }),
      ),
    )
    return names
  }

  button(name: string | RegExp, within: Locator | Page = this.page): Locator {
    return within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .and(within.locator(':visible'))
  }

  field(name: string | RegExp, within: Locator | Page = this.page): Locator {
    return within
      .getByRole('textbox', { name, exact: typeof name === 'string' })
      .and(within.locator(':visible'))
  }

  /** The error that a field shows, or null. */
  async errorOf(field: Locator): Promise<string | null> {
    if ((await field.getAttribute('aria-invalid')) !== 'true') return null
    return field.evaluate(input => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
      const alert = ids.map(id => document.getElementById(id)).find(one => one?.role === 'alert')
      return (alert ?? document.getElementById(ids.at(-1) ?? ''))?.textContent ?? null
    })
  }

  /** Waits until a message or the page shows this text. */
  shows(text: string | RegExp): Promise<void> {
    return this.#toasts.toastOrText(
      text,
      this.page.getByText(text).filter({ visible: true }).first(),
    )
  }

  /** What went wrong since the last call: errors of the page, and calls that the contract does not know or accept. */
  complaints(): string[] {
    const all = [...this.#errors, ...this.answers.faults]
    this.#errors.length = 0
    this.answers.faults.length = 0
    return all
  }

  /** Begins another claim: the usual answers, and nothing recorded. */
  begin(): void {
    this.answers.forget()
    this.#errors.length = 0
    shellAnswers(this.answers)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    const [path = '/'] = url.split('?')
    if (path === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
      return
    }
    this.#asked++
    this.#underWay++
    response.on('close', () => {
      this.#underWay--
    })
    if (!path.startsWith('/api/')) return sendFile(response, path)
    if (path.startsWith(uploadPath)) return sendPicture(request, response)
    const { headers, method = 'GET' } = request
    const reply = await this.answers.reply({
      method,
      url,
      key: [headers['idempotency-key']].flat()[0] ?? null,
      locale: localeOf(headers['accept-language']),
      body: method === 'POST' ? await bodyOf(request) : undefined,
    })
    if (reply.kind === 'lost') {
      // Begun and not ended: a connection that only closes is tried again by the browser itself.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{', () => response.destroy())
      return
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.envelope))
  }
}

/** Takes every picture, and shows the same one for all. */
function sendPicture(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    return
  }
  // The whole request is read first: a reply before its end would look like a lost connection.
  request.resume().on('end', () => {
    const data = { id: idOf('img', 1), width: 1, height: 1 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 1, msg: '', data }))
  })
}

/** A picture of one point. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Runs in the page before anything else: counts the calls whose answers the app does not have yet. */
function countCalls(): void {
  const counted = Object.assign(window, { callsUnderWay: 0 })
  const { fetch, importCode } = window as typeof window & {
    importCode(address: string): Promise<unknown>
  }
  // The app imports code once it is fetched. It is run before the app has the answer, and imported
  // again beside the app's own import, which takes as long.
  const imported = async ({ ok, url }: Response) => {
    if (ok && url.endsWith('.js')) await importCode(url)
  }
  window.fetch = async (...request) => {
    if (String(request[0]).includes('/api/events')) {
      const response = await fetch(...request)
      const detail = new Headers(request[1]?.headers).get('authorization') ?? ''
      setTimeout(() => dispatchEvent(new CustomEvent('eventsOpen', { detail })))
      return response
    }
    counted.callsUnderWay++
    // The app has a turn to read it, and one to draw it.
    const end = () => setTimeout(() => setTimeout(() => counted.callsUnderWay--))
    try {
      const response = await fetch(...request)
      await response.clone().text()
      await imported(response)
      void imported(response).finally(end)
      return response
    } catch (error) {
      end()
      throw error
    }
  }
}

/** Runs in the page: it has content, waits for nothing, and has drawn what it had to draw. */
async function atRest(): Promise<boolean> {
  for (let frames = 0; frames < 2; frames++) await new Promise(go => requestAnimationFrame(go))
  await new Promise(go => requestIdleCallback(go, { timeout: 1_000 }))
  const grey = '[data-frame], [class*="_skeleton_"], [class*="_indicator_"], [class*="_start_"]'
  const waits = [...document.querySelectorAll(grey)].some(one => one.checkVisibility())
  const moves = document.getAnimations().some(one => {
    const isEndless = one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    return one.playState === 'running' && !isEndless
  })
  const { callsUnderWay = 0 } = window as { callsUnderWay?: number }
  const isDrawn = [...document.querySelectorAll('main')].some(
    main => main.checkVisibility() && main.childElementCount > 0,
  )
  return isDrawn && !waits && !moves && callsUnderWay === 0
}
