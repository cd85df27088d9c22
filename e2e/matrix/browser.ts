import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { patienceMs, patientContext } from '../patience.ts'
import { Toasts } from '../toasts.ts'
import type { Login } from './caller.ts'

export const languages = ['zh-CN', 'en'] as const
export const themes = ['dark', 'light'] as const
export interface Appearance {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
}
/** The app's two languages and two themes. */
export const appearances: readonly Appearance[] = languages.flatMap(language =>
  themes.map(theme => ({ language, theme })),
)
export const nameOf = ({ language, theme }: Appearance): string =>
  `${language.slice(0, 2)} ${theme}`

/** A phone with a chosen language and theme that records every error. */
export interface Phone {
  context: BrowserContext
  page: Page
  toasts: Toasts
  /** The errors since the last call. */
  complaints(): string[]
  /** The number of the server's calls that are not answered yet; the event stream never is. */
  underWay(): number
  /** The number of calls so far. */
  asked(): number
}

export interface PhoneSetup {
  appearance: Appearance
  /** True when an account is logged in here. */
  login?: Login
  width?: number
  lessMotion?: boolean
}

export async function openPhone(browser: Browser, setup: PhoneSetup): Promise<Phone> {
  const { appearance, login, width = 390, lessMotion = false } = setup
  const context = await patientContext(browser, {
    viewport: { width, height: 844 },
    // No test depends on the pixel ratio, and four times the points take four times as long.
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    // The system's setting is the opposite of the member's choice: the choice must win.
    colorScheme: appearance.theme === 'dark' ? 'light' : 'dark',
    locale: appearance.language === 'en' ? 'zh-CN' : 'en-GB',
    reducedMotion: lessMotion ? 'reduce' : 'no-preference',
  })
  await context.addInitScript(
    ({ kept }) => {
      // Written once: a later choice on this phone stays.
      for (const [name, value] of Object.entries(kept)) {
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
      }
      document.addEventListener('securitypolicyviolation', event => {
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`)
      })
    },
    { kept: keptBy(appearance, login) },
  )
  const toasts = await Toasts.of(context)
  const page = await context.newPage()
  let errors: string[] = []
  page.on('pageerror', error => errors.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  const calls = new Set<Request>()
  let asked = 0
  page.on('request', request => {
    if (!/\/api\/(?!events)/.test(request.url())) return
    calls.add(request)
    asked++
  })
  page.on('requestfinished', request => calls.delete(request))
  page.on('requestfailed', request => calls.delete(request))
  return {
    context,
    page,
    toasts,
    underWay: () => calls.size,
    asked: () => asked,
    complaints: () => {
      const all = errors
      errors = []
      return all
    },
  }
}

/** A device's stored data of its member, by the names that the app uses. */
/** What a phone keeps of its choices and of a login. */
export function keptBy({ language, theme }: Appearance, login?: Login): Record<string, string> {
  return {
    'banyan.language': language,
    'banyan.theme': theme,
    ...(login
      ? {
          'banyan.device': login.deviceCode,
          'banyan.users': JSON.stringify([login.user]),
          'banyan.current': login.user.uuid,
        }
      : {}),
  }
}

/** Holds back some requests of a page; the returned function releases them, and later ones pass. */
export async function holdBack(page: Page, requests: string | RegExp): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(requests, async route => {
    await gone
    await route.continue()
  })
  return letGo
}

/** Goes to an address inside the app, without a reload. */
export async function goTo(phone: Phone, address: string): Promise<void> {
  await phone.page.evaluate(hash => {
    location.hash = hash
  }, `#${address}`)
  await settle(phone)
}

const quietMs = 250

/** Waits until the visible page has its code, its data and its place, and stays so for a moment. */
export async function settle(phone: Phone): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const asked = phone.asked()
    const isQuiet = phone.underWay() === 0 && (await phone.page.evaluate(staysAtRest, quietMs))
    if (isQuiet && phone.asked() === asked) return
    if (performance.now() > giveUpAt) throw new Error(`${phone.page.url()} did not come to rest`)
    await phone.page.waitForTimeout(30)
  }
}

/**
 * Runs in the page: the app is there, without skeletons and motion, with content; now, and again
 * when the page has counted these milliseconds itself and is idle. A page that waits for the
 * processor counts later.
 */
async function staysAtRest(ms: number): Promise<boolean> {
  for (const wait of [0, ms]) {
    if (wait > 0) {
      await new Promise(resolve => setTimeout(resolve, wait))
      await new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 }))
    }
    if (document.querySelector('[data-frame]')) return false
    const grey = '[class*="_skeleton_"], [class*="_indicator_"], [class*="_start_"]'
    const waits = [...document.querySelectorAll(grey)].some(one => one.checkVisibility())
    const moves = document.getAnimations().some(one => {
      const endless = one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return one.playState === 'running' && !endless
    })
    const drawn = [...document.querySelectorAll('main')].some(
      main => main.checkVisibility() && main.childElementCount > 0,
    )
    if (!drawn || waits || moves) return false
  }
  return true
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** True when two boxes overlap on the screen; both must be visible. */
export function overlap(a: Box | null, b: Box | null): boolean {
  if (!a || !b) throw new Error('both must be in sight')
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width
}
