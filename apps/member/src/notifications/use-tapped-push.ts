import { useEffect } from 'react'
import { nav, pages, session, usePageQuery, useSession } from '../shell/index.ts'
import { type PushTarget, pushLeadsTo } from './push-leads.ts'

/**
 * Goes on to what a tapped push message is about: first into the account that it is for, by its login password
 * where this device has been logged out of it. Without such a message nothing happens.
 */
export function useTappedPush(): void {
  const { of, kind, side, subject } = usePageQuery(pages.more.notifications)
  const here = useSession().current?.uuid
  useEffect(() => {
    if (of === null || here === undefined) return
    if (of === here) {
      return goTo(pushLeadsTo({ kind, side, subject }))
    }
    void session.switchTo(of).then(told => {
      const accountId = session.accountIdOf(of)
      if (told === 'expired' && accountId) nav.to(pages.auth.login, { accountId })
    })
  }, [of, here, kind, side, subject])
}

/** Every trade's page shows itself at the stage where it stands. */
function goTo(target: PushTarget | null): void {
  if (target?.page === 'trade')
    nav.replace(pages.otc[target.side === 'buyer' ? 'buy' : 'sell'].topay, { id: target.id })
  if (target?.page === 'recharges') nav.replace(pages.assetsArea.rechargeList)
  if (target?.page === 'withdrawals') nav.replace(pages.mineArea.orderList)
}
