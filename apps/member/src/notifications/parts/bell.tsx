import { Icon } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useLanguage, useLive, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { unreadQuery } from '../unread.ts'
import { badgeText } from '../unread-call.ts'
import styles from './bell.module.css'

export const firstQueries = [unreadQuery]

/** The link to the notifications, with the number of unread ones. */
export default function Bell() {
  const t = useTexts(texts)
  const title = pages.more.notifications.title[useLanguage() === 'en' ? 'en' : 'zh']
  const { data } = useQuery(unreadQuery)
  useLive('notifications', { invalidate: ['notifications'] })
  const count = badgeText(data?.unread ?? 0)
  return (
    <Link
      page={pages.more.notifications}
      className={styles.bell}
      aria-label={count ? `${title}, ${t('unread', { n: count })}` : title}
    >
      <Icon name="bell" />
      {count && <b className={styles.count}>{count}</b>}
    </Link>
  )
}
