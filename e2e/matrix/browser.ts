import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { patienceMs, patientContext } from '../patience.ts'
import type { Login } from './caller.ts'

export const languages = ['zh-CN', 'en'] as const
export const themes = ['dark', 'light'] as const
export interface Look {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
}
/** The four ways the app can look. */
export const looks: readonly Look[] = languages.flatMap(language =>
  themes.map(theme => ({ language, theme })),
)
export const nameOf = ({ language, theme }: Look): string => `${language.slice(0, 2)} ${theme}`

/** A phone that has chosen its look, with an ear for everything that goes wrong. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** What went wrong since it was last asked. */
  complaints(): string[]
  /** How many calls of the house have not been answered yet; the stream of news never is. */
  underWay(): number
}

export interface PhoneSetup {
  look: Look
  /** Somebody is logged in here. */
  login?: Login
  width?: number
  lessMotion?: boolean
}

export async function openPhone(browser: Browser, setup: PhoneSetup): Promise<Phone> {
  const { look, login, width = 390, lessMotion = false } = setup
  const context = await patientContext(browser, {
    viewport: { width, height: 844 },
    // No claim depends on it, and four times the points are drawn four times as long.
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    // The system says the opposite of what the member has chosen: the choice must win.
    colorScheme: look.theme === 'dark' ? 'light' : 'dark',
    locale: look.language === 'en' ? 'zh-CN' : 'en-GB',
    reducedMotion: lessMotion ? 'reduce' : 'no-preference',
  })
  await context.addInitScript(
    ({ kept }) => {
      // Written once: a choice made later on this phone stays.
      for (const [name, value] of Object.entries(kept)) {
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
      }
      document.addEventListener('securitypolicyviolation', event => {
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`)
      })
    },
    { kept: keptBy(look, login) },
  )
  const page = await context.newPage()
  let heard: string[] = []
  page.on('pageerror', error => heard.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') heard.push(`console: ${message.text()}`)
  })
  const calls = new Set<Request>()
  const isCall = (request: Request) => /\/api\/(?!events)/.test(request.url())
  page.on('request', request => isCall(request) && calls.add(request))
  page.on('requestfinished', request => calls.delete(request))
  page.on('requestfailed', request => calls.delete(request))
  return {
    context,
    page,
    underWay: () => calls.size,
    complaints: () => {
      const all = heard
      heard = []
      return all
    },
  }
}

/** What a device remembers of its member, by the names that the app uses. */
function keptBy({ language, theme }: Look, login?: Login): Record<string, string> {
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

/** Goes to an address inside the app, without loading it anew. */
export async function goTo(phone: Phone, address: string): Promise<void> {
  await phone.page.evaluate(hash => {
    location.hash = hash
  }, `#${address}`)
  await settle(phone)
}

const quietMs = 250

/** Waits until the page in sight has its code, its data and its place, and stays so for a moment. */
export async function settle(phone: Phone): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  let quietSince = Date.now()
  while (Date.now() - quietSince < quietMs) {
    const isQuiet = phone.underWay() === 0 && (await phone.page.evaluate(isAtRest))
    if (!isQuiet) quietSince = Date.now()
    if (Date.now() > giveUpAt) throw new Error(`${phone.page.url()} did not come to rest`)
    await phone.page.waitForTimeout(60)
  }
}

/** Runs in the page: the app is there, no grey shapes, nothing that moves, something drawn. */
function isAtRest(): boolean {
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
  return drawn && !waits && !moves
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** Whether two boxes share a place on the screen; both must be in sight. */
export function overlap(a: Box | null, b: Box | null): boolean {
  if (!a || !b) throw new Error('both must be in sight')
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width
}
