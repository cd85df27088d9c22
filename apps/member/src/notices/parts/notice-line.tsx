import type { AnswerOf, unreadNotices } from '@banyan/domain'
import { Icon } from '@banyan/ui'
import { Link, pages, useLanguage, useTexts } from '../../shell/index.ts'
import { inLanguage } from '../in-language.ts'
import { lineTexts } from '../line-texts.ts'
import styles from './lines.module.css'

export type UnreadNotice = AnswerOf<typeof unreadNotices>['items'][number]

/** An unread notice in one line of another page. */
export function NoticeLine({ notice }: { notice: UnreadNotice }) {
  const t = useTexts(lineTexts)
  const { value, lang } = inLanguage(notice.title, useLanguage())
  return (
    <Link page={pages.homeArea.noticeDetail} query={{ id: notice.id }} className={styles.line}>
      <Icon name="bell" size={20} />
      <span className={styles.title} lang={lang}>
        {value}
      </span>
      <span className={styles.dot} role="img" aria-label={t('isUnread')} />
    </Link>
  )
}
