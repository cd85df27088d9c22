import { markNoticesRead, type NoticeLine } from '@banyan/domain'
import { Card, Chip, Empty, Icon, List, RelativeTime } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, PagedList, pages, useLanguage, useLive, useTexts } from '../../shell/index.ts'
import { UnreadHead } from '../../shell/unread-head.tsx'
import { inLanguage } from '../in-language.ts'
import { noticesQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './notices.module.css'

/** The platform's notices to its members, with marks on unread ones. */
export default function NoticeListScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(noticesQuery)
  useLive('notices', { invalidate: ['notices'] })
  const unread = query.data?.pages[0]?.unread ?? 0
  return (
    <div className="page-pad stack">
      {unread > 0 && (
        <UnreadHead call={markNoticesRead} stale="notices" isUnread>
          {t('unread', { n: unread })}
        </UnreadHead>
      )}
      <PagedList query={query} empty={<Empty icon="bell">{t('none')}</Empty>}>
        {items => (
          <Card>
            <List>
              {items.map(one => (
                <li key={one.id}>
                  <Line notice={one} />
                </li>
              ))}
            </List>
          </Card>
        )}
      </PagedList>
    </div>
  )
}

function Line({ notice }: { notice: NoticeLine }) {
  const t = useTexts(texts)
  const { value, lang } = inLanguage(notice.title, useLanguage())
  return (
    <Link
      page={pages.homeArea.noticeDetail}
      query={{ id: notice.id }}
      className={styles.line}
      data-unread={!notice.read}
    >
      <span className={styles.words}>
        <span lang={lang}>{value}</span>
        <span className={`cap ${styles.about}`}>
          {notice.pinned && !notice.ended && <Chip tone="accent">{t('pinned')}</Chip>}
          {notice.ended && <Chip>{t('ended')}</Chip>}
          <RelativeTime time={notice.publishedAt} />
          {notice.hasPictures && <Icon name="image" size={16} />}
        </span>
      </span>
      {!notice.read && <span className={styles.dot} role="img" aria-label={t('isUnread')} />}
      <Icon name="forward" size={16} />
    </Link>
  )
}
