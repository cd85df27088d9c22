import { classes, Icon } from '@banyan/ui'
import { useQueries } from '@tanstack/react-query'
import { useMe } from '../app.ts'
import { hrefOf } from '../navigation.ts'
import { mayRead, type PageName, pageList } from '../pages.ts'
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
  const { role } = useMe()
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
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
        <ul className={styles.pages}>
          {pageList.map(page => {
            const { mine = 0, others = 0 } = waiting.get(page.path) ?? {}
            const isOpen = mayRead(page, role)
            return (
              <li key={page.path}>
                <a
                  href={hrefOf(page.path)}
                  className={classes(styles.page, !isOpen && styles.closed)}
                  aria-current={page.path === current ? 'page' : undefined}
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
          })}
        </ul>
        <OperatorMenu lockTime={timeText(lockTime)} />
      </nav>
    </>
  )
}
