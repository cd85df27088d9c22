import { keepWanted, session } from './app.ts'
import { nav } from './navigation/nav.ts'
import { pages, type Route, routeOf } from './routes.ts'
import type { KeptUser } from './session/session.ts'

/** True for a member's page when nobody is logged in. */
export const isClosedTo = (current: KeptUser | null, route: Route | null): boolean =>
  route?.access === 'member' && !current?.token

/**
 * Leads anybody who may not see the page on top to the welcome page, or to the login when the
 * account is known. Does nothing while the session is still loading.
 */
export function redirectToLogin(): void {
  const { phase, current } = session.state()
  if (phase !== 'ready' || !isClosedTo(current, routeOf(nav.engine.top.path))) return
  keepWanted()
  if (current) nav.relaunch(pages.auth.login, { accountId: current.accountId })
  else nav.relaunch(pages.auth.home)
}
