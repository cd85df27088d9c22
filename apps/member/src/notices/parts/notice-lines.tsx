import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { lineTexts } from '../line-texts.ts'
import { unreadNoticesQuery } from '../unread-query.ts'
import styles from './lines.module.css'
import { NoticeLine } from './notice-line.tsx'

const MOST = 2

/** Unread notices in two lines at most; nothing when all are read. */
export default function NoticeLines() {
  const t = useTexts(lineTexts)
  const { data } = useQuery(unreadNoticesQuery)
  useLive('notices', { invalidate: ['notices'] })
  if (!data || data.items.length === 0) return null
  return (
    <nav className={styles.lines} aria-label={t('notices')}>
      {data.items.slice(0, MOST).map(one => (
        <NoticeLine key={one.id} notice={one} />
      ))}
    </nav>
  )
}
