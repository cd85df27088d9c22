import type { AccountListItem } from '@banyan/domain'
import { goOn, nav, pages, session, textOf, toaster } from '../shell/index.ts'
import { texts } from './texts.ts'

/**
 * Opens an account of this device: at once where its token is good, else by its login password.
 * True when it is open now.
 */
export async function openAccount(account: AccountListItem): Promise<boolean> {
  const wait = session.hasToken(account.uuid)
    ? toaster.loading(textOf(texts)('list.switching'))
    : () => {}
  const told = await session.switchTo(account.uuid)
  wait()
  if (told === 'expired') {
    nav.to(pages.auth.login, { accountId: session.accountIdOf(account.uuid) ?? account.accountId })
  }
  if (told === 'done') goOn()
  return told === 'done'
}
