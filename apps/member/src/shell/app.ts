import { Client, isTransport, LiveEvents } from '@banyan/client'
import type { Topic } from '@banyan/domain'
import { Toaster } from '@banyan/ui'
import { AppQueries } from './app-queries.ts'
import { constants } from './constants.ts'
import { forgetViews } from './first-frame/view-store.ts'
import { firstAnswer } from './load/first-answers.ts'
import { nav } from './navigation/nav.ts'
import { pages, type Route } from './routes.ts'
import {
  accountListCall,
  liveEventsPath,
  logoutCall,
  removeCall,
  switchCall,
} from './session/calls.ts'
import { newDeviceCode, type ReportResult, Session, type SessionAct } from './session/session.ts'
import { forgetHeights } from './space-store.ts'
import { language } from './texts/texts.ts'
import { transportText } from './transport-text.ts'

/* The parts of the app, put together: the only place where they know each other. */

export const toaster = new Toaster()

/** A page's own message: 1500 ms. */
export const toast = (text: string, tone: 'plain' | 'ok' | 'danger' = 'plain'): void =>
  toaster.show(text, { tone, durationMs: constants.pageToastMs })

const clientToast = (text: string) =>
  toaster.show(text, { tone: 'plain', durationMs: constants.clientToastMs })

export const queryClient = new AppQueries({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isTransport(error) && error.reason !== 'abort',
      // The app itself shows when it is offline; a paused query would look like endless loading.
      networkMode: 'always',
      // The bar promises that everything continues by itself; this mode alone would wait for a tap.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let givesWay = false

const effects = {
  locale: language,
  toast: clientToast,
  relaunch: (path: string) => {
    keepWanted()
    session.expire()
    nav.engine.reLaunch(path)
  },
  // Several responses may report it at once: their pages are left once, not again during the next
  // tap.
  recheckAccounts: (reason: string) => {
    const talks = session.isVisiting && nav.engine.top.path === pages.homeArea.service.path
    if (givesWay || talks) return
    givesWay = true
    void giveWay(reason).finally(() => {
      givesWay = false
    })
  },
}

async function giveWay(reason: string): Promise<void> {
  if (!(await session.recheck())) return
  // Queries show a refusal in their place, and their page is left here: the reason must stay
  // visible.
  if (session.state().current) {
    nav.relaunch(pages.home)
    clientToast(reason)
  } else nav.relaunch(pages.auth.home, { why: 'accountProblem' })
}

/**
 * Each request is sent in a task of its own: it costs a phone some ten milliseconds, and a page
 * sends several requests at once. What the first page shows was asked for before the app was there.
 */
const fetchInTurn: typeof fetch = async (...request) => {
  const early = await firstAnswer(...request)
  if (early) return early
  await new Promise(go => setTimeout(go))
  return fetch(...request)
}

/** The server's calls, as the current member. */
export const api = new Client({ ...effects, token: () => session.token, fetch: fetchInTurn })

/** Calls as an account that may not be the current one, by its token. */
export const apiOf = (token: string): Client =>
  new Client({ locale: language, toast: clientToast, token: () => token })

/** Reports an account that may not be the current one to the server, with its own token. */
async function reportToServer(
  act: SessionAct,
  token: string,
  deviceCode: string,
): Promise<ReportResult> {
  const inItsName = apiOf(token)
  const quiet = { toast: act !== 'logout' }
  try {
    const outcome =
      act === 'logout'
        ? await inItsName.outcome(logoutCall, {}, quiet)
        : await inItsName.outcome(act === 'switch' ? switchCall : removeCall, {
            body: { deviceCode },
          })
    return outcome.kind === 'answered' ? 'done' : outcome.kind
  } catch (error) {
    if (act !== 'logout' && isTransport(error)) toast(transportText(error), 'danger')
    return 'refused'
  }
}

export const session = new Session({
  store: localStorage,
  list: deviceCode => api.ask(accountListCall, { query: { device_code: deviceCode } }),
  tell: reportToServer,
  changed: () => {
    queryClient.clear()
    forgetHeights()
    forgetViews()
    live.restart()
  },
  removed: forgetViews,
  newDeviceCode,
})

/** Events from the server: mounted queries refetch what changed. */
export const live = new LiveEvents<Topic>({
  client: api,
  path: liveEventsPath,
  visible: () => document.visibilityState === 'visible',
  onVisibility: changed => document.addEventListener('visibilitychange', changed),
})

const wantedKey = 'banyan.wanted'

/** Stores the page that a visitor requested, to return to it after the login. */
export function keepWanted(): void {
  const { url, known } = nav.engine.top
  if (known && url !== pages.home.path && !url.startsWith('/pages/auth/')) {
    sessionStorage.setItem(wantedKey, url)
  }
}

/** Opens the welcome page at the member's request: the next login begins at home. */
const leave = () => {
  sessionStorage.removeItem(wantedKey)
  nav.relaunch(pages.auth.home)
}
export const logOut = (): Promise<void> => session.logout(leave)
export const removeAccount = (uuid: string): Promise<ReportResult> => session.remove(uuid, leave)

/** Stores the page that the next login, or the next switch of the account, leads to. */
export function want(page: Route<Record<never, never>>): void {
  sessionStorage.setItem(wantedKey, page.path)
}

/** After a login: opens the requested page, else home. */
export function goOn(): void {
  const wanted = sessionStorage.getItem(wantedKey)
  sessionStorage.removeItem(wantedKey)
  if (!wanted || !nav.engine.reLaunch(wanted).ok) nav.relaunch(pages.home)
}
