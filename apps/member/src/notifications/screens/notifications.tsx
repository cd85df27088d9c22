import {
  markNotificationsRead,
  type Notification,
  notificationLine,
  notificationNumber,
  UNREAD_COUNTED,
} from '@banyan/domain'
import { Card, Empty, Icon, IconButton, List, RelativeTime } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useHiddenFigures } from '../../shell/hidden-figures.tsx'
import {
  api,
  HeadActions,
  nav,
  PagedList,
  pages,
  queryClient,
  useLanguage,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { UnreadHead } from '../../shell/unread-head.tsx'
import { iconOf, leadsTo } from '../leads.ts'
import { TappedPush } from '../parts/tapped-push.tsx'
import { notificationsQuery } from '../queries.ts'
import { shownSlots } from '../shown-slots.ts'
import { texts } from '../texts.ts'
import styles from './notifications.module.css'

/** All notifications of the member; each line links to the page that it is about. */
export default function NotificationsScreen() {
  const t = useTexts(texts)
  const language = useLanguage()
  const query = useInfiniteQuery(notificationsQuery)
  useLive('notifications', { invalidate: ['notifications'] })
  return (
    <div className="page-pad stack">
      <HeadActions>
        <IconButton
          name="settings"
          label={pages.more.settings.title[language === 'en' ? 'en' : 'zh']}
          onClick={() => nav.to(pages.more.settings)}
        />
      </HeadActions>
      <TappedPush />
      {query.data && <Unread count={query.data.pages[0]?.unread ?? 0} />}
      <PagedList query={query} empty={<Empty icon="bell">{t('none')}</Empty>}>
        {items => (
          <Card>
            <List>
              {items.map(one => (
                <li key={one.id}>
                  <Line notification={one} />
                </li>
              ))}
            </List>
          </Card>
        )}
      </PagedList>
      <p className="cap">{t('mail')}</p>
    </div>
  )
}

function Unread({ count }: { count: number }) {
  const t = useTexts(texts)
  const text =
    count === 0
      ? t('allRead')
      : count >= UNREAD_COUNTED
        ? t('unreadMany')
        : t('unread', { n: count })
  return (
    <UnreadHead call={markNotificationsRead} stale="notifications" isUnread={count > 0}>
      {text}
    </UnreadHead>
  )
}

function Line({ notification }: { notification: Notification }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const hidden = useHiddenFigures()
  const thisYear = new Date(api.clock.now()).toISOString().slice(0, 4)
  const slots = shownSlots(notification.slots, { language, thisYear, hidden })
  const text = notificationLine({ ...notification, slots }, language)
  const number = notificationNumber(notification)
  // The linked page opens at once; a failed call leaves the line unread.
  const read = () => {
    if (notification.read) return
    void api
      .ask(markNotificationsRead, { body: { id: notification.id } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
      .catch(() => {})
  }
  return (
    <a
      className={styles.line}
      href={leadsTo(notification)}
      data-unread={!notification.read}
      onClick={read}
    >
      <span className={styles.tile}>
        <Icon name={iconOf(notification)} size={20} />
      </span>
      <span className={styles.words}>
        <span>{text}</span>
        <span className={`cap ${styles.about}`}>
          {number && <span className="num">{number}</span>}
          <RelativeTime time={notification.at} />
        </span>
      </span>
      {!notification.read && <span className={styles.dot} role="img" aria-label={t('isUnread')} />}
    </a>
  )
}
