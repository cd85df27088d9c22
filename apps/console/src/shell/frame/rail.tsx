import { classes, Icon } from '@banyan/ui'
import { useQueries } from '@tanstack/react-query'
import { useMe } from '../app.ts'
import { hrefOf } from '../navigation.ts'
import { mayRead, type Page, type PageName, pageGroups, pageList } from '../pages.ts'
import { queuesOf } from '../queues.ts'
import { useLockTime } from '../session/idle-lock.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { timeText } from '../times.ts'
import { OperatorMenu } from './operator-menu.tsx'
import styles from './rail.module.css'

/** How many rows wait for the reader on each page, and how many for others. */
function useWaiting(): ReadonlyMap<string, { mine: number; others: number }> {
  const { role } = useMe()
  const queues = queuesOf(role)
  const answers = useQueries({ queries: queues.map(queue => queue.read(role)) })
  const waiting = new Map<string, { mine: number; others: number }>()
  queues.forEach(({ page }, at) => {
    const { mine, others } = waiting.get(page) ?? { mine: 0, others: 0 }
    const rows = answers[at]?.data?.rows ?? []
    const own = rows.filter(row => row.isMine).length
    waiting.set(page, { mine: mine + own, others: others + rows.length - own })
  })
  return waiting
}

/** The pages with what waits on them, and who is signed in. On narrow screens it is a menu. */
export function Rail({ current, onClose }: { current: PageName; onClose: () => void }) {
  const t = useTexts(shellTexts)
  const waiting = useWaiting()
  const lockTime = useLockTime()
  return (
    <>
      <button type="button" className={styles.scrim} aria-label={t.close} onClick={onClose} />
      <nav className={styles.rail} aria-label={t.menu}>
        <div className={styles.brand}>
          <img src="./icon.svg" alt="" width={24} height={24} />
          <span>
            {t.appName} <span className={styles.quiet}>{t.console}</span>
          </span>
        </div>
        <div className={styles.pages}>
          {pageGroups.map(group => (
            <div key={group} className={styles.group}>
              <p className={styles.head} aria-hidden="true">
                {t.groups[group]}
              </p>
              <ul aria-label={t.groups[group]}>
                {pageList
                  .filter(page => page.group === group)
                  .map(page => (
                    <PageLink
                      key={page.path}
                      page={page}
                      isCurrent={page.path === current}
                      waiting={waiting.get(page.path)}
                    />
                  ))}
              </ul>
            </div>
          ))}
        </div>
        <OperatorMenu lockTime={timeText(lockTime)} />
      </nav>
    </>
  )
}

interface PageLinkProps {
  page: Page
  isCurrent: boolean
  waiting: { mine: number; others: number } | undefined
}

/** A page in the navigation, with what waits on it; locked where the role may not read it. */
function PageLink({ page, isCurrent, waiting }: PageLinkProps) {
  const { role } = useMe()
  const tongue = useLanguage()
  const { mine = 0, others = 0 } = waiting ?? {}
  const isOpen = mayRead(page, role)
  return (
    <li>
      <a
        href={hrefOf(page.path)}
        className={classes(styles.page, !isOpen && styles.closed)}
        aria-current={isCurrent ? 'page' : undefined}
        title={page.title[tongue]}
      >
        <Icon name={isOpen ? page.icon : 'lock'} size={18} />
        <span className={styles.name}>{page.title[tongue]}</span>
        {mine + others > 0 && (
          <span className={classes(styles.badge, mine > 0 && styles.mine)}>
            {mine > 0 ? mine : others}
          </span>
        )}
        {isOpen && mine + others === 0 && (
          <kbd className={styles.key}>G {page.key.toUpperCase()}</kbd>
        )}
      </a>
    </li>
  )
}
