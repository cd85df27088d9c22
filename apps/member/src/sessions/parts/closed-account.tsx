import { serviceUnread } from '@banyan/domain'
import { Button, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiOf, type EndedSession, nav, pages, session, useTexts } from '../../shell/index.ts'
import { closedTexts } from '../closed-texts.ts'
import { endQuery } from '../queries.ts'
import styles from './ended-notices.module.css'
import EndedNotices from './ended-notices.tsx'

/**
 * Why an account of this device cannot be opened, and the link to the service. Only a closed
 * account has it: the service accepts no token that was removed from its device.
 */
export default function ClosedAccount({ closed }: { closed: EndedSession | null }) {
  const t = useTexts(closedTexts)
  // Back from the service, the device's other accounts are current again, or none.
  useEffect(() => {
    if (session.isVisiting) void session.recheck()
  }, [])
  const waiting = useQuery({
    queryKey: ['sessions', 'closed', closed?.uuid],
    queryFn: ({ signal }) =>
      apiOf(closed?.token ?? '').ask(serviceUnread, undefined, { signal, toast: false }),
    enabled: closed !== null,
  })
  // Refused by the service too: it was removed from this device, or its member has closed it
  // permanently.
  const end = useQuery({ ...endQuery(closed), enabled: closed !== null && waiting.isError })
  if (closed && (waiting.isPending || (waiting.isError && end.isPending))) return null
  if (closed && end.data?.why === 'accountClosed') return <EndedNotices ended={[closed]} />
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
