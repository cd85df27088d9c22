import type { AccountListItem } from '@banyan/domain'
import { goOn, nav, pages, type Route, session, textOf, toaster, want } from '../shell/index.ts'
import { texts } from './texts.ts'

/**
 * Opens an account of this device: at once when its token is valid, else by its login password.
 * Leads home, or to the requested page. Returns whether it is open now.
 */
export async function openAccount(
  account: AccountListItem,
  wanted?: Route<Record<never, never>>,
): Promise<boolean> {
  if (wanted) want(wanted)
  const wait = session.hasToken(account.uuid)
    ? toaster.loading(textOf(texts)('list.switching'))
    : () => {}
  const result = await session.switchTo(account.uuid)
  wait()
  if (result === 'expired') {
    nav.to(pages.auth.login, { accountId: session.accountIdOf(account.uuid) ?? account.accountId })
  }
  if (result === 'done') goOn()
  return result === 'done'
}
