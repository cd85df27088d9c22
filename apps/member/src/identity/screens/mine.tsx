import { appVersion } from '@banyan/domain'
import { Avatar, Button, Card, Icon, Skeleton } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '../../shell/copyable.tsx'
import {
  HeadActions,
  Link,
  nav,
  pages,
  QueryView,
  useLanguage,
  useTexts,
} from '../../shell/index.ts'
import { Bell, ServiceButton } from '../../shell/slots.tsx'
import { Areas } from '../parts/areas.tsx'
import { Freezes } from '../parts/freezes.tsx'
import { TaskCard } from '../parts/task-card.tsx'
import { meQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './mine.module.css'

/** The member, the open tasks, and links to all own pages. */
export default function MineScreen() {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  return (
    <>
      <HeadActions>
        <ServiceButton />
        <Bell />
        <Link
          page={pages.more.settings}
          className={styles.settings}
          aria-label={pages.more.settings.title[tongue]}
        >
          <Icon name="settings" />
        </Link>
      </HeadActions>
      <div className="page-pad stack">
        <Freezes />
        <MemberCard />
        <TaskCard />
        <Areas />
        <p className={styles.version}>
          {t('mine.version', { name: appVersion.name, code: appVersion.code })}
        </p>
      </div>
    </>
  )
}

function MemberCard() {
  const t = useTexts(texts)
  const member = useQuery(meQuery)
  return (
    <Card hero>
      <QueryView query={member} compact skeleton={<MemberSkeleton />}>
        {facts => (
          <>
            <div className={styles.who}>
              <Avatar name={facts.nickname} seed={facts.accountId} size={52} />
              <div className={styles.name}>
                <h2>{facts.nickname}</h2>
                <span className={styles.id}>
                  <span>{t('mine.accountId')}</span>
                  <Copyable text={facts.accountId} />
                </span>
              </div>
              <Button
                tone="secondary"
                size="small"
                onClick={() => nav.to(pages.homeArea.accountList)}
              >
                {t('mine.switch')}
              </Button>
            </div>
            <div className={styles.invite}>
              <span className="sub">{t('mine.inviteCode')}</span>
              <Copyable text={facts.inviteCode} />
              <Link
                page={pages.mineArea.invite}
                className={styles.qr}
                aria-label={t('mine.inviteQr')}
              >
                <Icon name="qr" />
              </Link>
            </div>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function MemberSkeleton() {
  return (
    <div className={styles.who}>
      <Skeleton width="52px" height="52px" radius="50%" />
      <Skeleton width="40%" height="20px" />
    </div>
  )
}
