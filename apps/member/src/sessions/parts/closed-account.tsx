import { serviceUnread } from '@banyan/domain'
import { Button, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiOf, type EndedSession, nav, pages, session, useTexts } from '../../shell/index.ts'
import { closedTexts } from '../closed-texts.ts'
import styles from './ended-notices.module.css'

/**
 * Why an account of this device cannot be opened, and the way to the service. Only a closed account has it: the
 * service answers no token that was taken off its device.
 */
export default function ClosedAccount({ closed }: { closed: EndedSession | null }) {
  const t = useTexts(closedTexts)
  // Back from the service the device's other accounts, or none, are here again.
  useEffect(() => {
    if (session.isVisiting) void session.recheck()
  }, [])
  const waiting = useQuery({
    queryKey: ['sessions', 'closed', closed?.uuid],
    queryFn: ({ signal }) =>
      apiOf(closed?.token ?? '').ask(serviceUnread, undefined, { signal, toast: false }),
    enabled: closed !== null,
  })
  if (closed && waiting.isPending) return null
  const unread = waiting.data?.unread ?? 0
  const talk = () => {
    session.visitService()
    nav.to(pages.homeArea.service)
  }
  return (
    <Note tone="warn">
      <div role="alert" className={styles.notice}>
        {closed && waiting.data ? (
          <>
            <strong>{t('closed', { name: closed.nickname })}</strong>
            <span>{t('closedText')}</span>
            <Button size="small" tone="tinted" icon="chat" onClick={talk}>
              {unread > 0 ? t('serviceUnread', { n: unread }) : t('service')}
            </Button>
          </>
        ) : (
          <>
            <strong>{t('problem')}</strong>
            <span>{t('problemText')}</span>
          </>
        )}
      </div>
    </Note>
  )
}
