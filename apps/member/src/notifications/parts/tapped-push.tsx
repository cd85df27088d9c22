import { Button, Card } from '@banyan/ui'
import { useEffect, useState } from 'react'
import {
  keepWanted,
  nav,
  pages,
  session,
  usePageQuery,
  useSession,
  useTexts,
} from '../../shell/index.ts'
import { type PushTarget, pushLeadsTo } from '../push-leads.ts'
import { pushTexts } from '../push-texts.ts'
import styles from './push.module.css'

/**
 * Opens the subject of a tapped push message. When it is for another account of this device, shows
 * that: only a tap changes the account, never an address. Does nothing without such a message.
 */
export function TappedPush() {
  const t = useTexts(pushTexts)
  const { of, kind, side, subject } = usePageQuery(pages.more.notifications)
  const { accounts, current } = useSession()
  const [pending, setPending] = useState(false)
  const isHere = of !== null && of === current?.uuid
  useEffect(() => {
    if (isHere) goTo(pushLeadsTo({ kind, side, subject }))
  }, [isHere, kind, side, subject])
  if (of === null || isHere) return null
  const account = accounts.find(one => one.uuid === of)
  const change = async (accountId: string) => {
    setPending(true)
    const result = await session.switchTo(of)
    setPending(false)
    if (result !== 'expired') return
    keepWanted()
    nav.to(pages.auth.login, { accountId: session.accountIdOf(of) ?? accountId })
  }
  return (
    <Card>
      <p>{account ? t('tapped.other', { name: account.nickname }) : t('tapped.gone')}</p>
      {account && (
        <div className={styles.go}>
          <Button
            tone="tinted"
            wide
            pending={pending}
            onClick={() => void change(account.accountId)}
          >
            {t('tapped.change')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Every trade's page opens the current stage itself. */
function goTo(target: PushTarget | null): void {
  if (target?.page === 'trade')
    nav.replace(pages.otc[target.side === 'buyer' ? 'buy' : 'sell'].topay, { id: target.id })
  if (target?.page === 'recharges') nav.replace(pages.assetsArea.rechargeList)
  if (target?.page === 'withdrawals') nav.replace(pages.mineArea.orderList)
}
