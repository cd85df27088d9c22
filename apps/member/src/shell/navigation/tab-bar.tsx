import { classes, Icon, type IconName } from '@banyan/ui'
import { lateCode } from '../load/late-code.ts'
import { pages, tabs } from '../routes.ts'
import { useSession } from '../session/use-session.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { useLater } from '../use-later.ts'
import { nav } from './nav.ts'
import { useNavState } from './page-stack.tsx'
import styles from './tab-bar.module.css'

const icons: readonly IconName[] = ['home', 'community', 'exchange', 'wallet', 'me']

/** The tabs that say what waits there, by what their buttons are described by. */
const marks = new Map<unknown, string>([
  [pages.market, 'waiting-trades'],
  [pages.mine, 'unread-messages'],
])

/** The five tabs, 50 px and the safe area; inactive while a page is over it. */
export function TabBar() {
  const { stack, move } = useNavState()
  const t = useTexts(shellTexts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const { current } = useSession()
  const Badge = useLater(lateCode.waitingBadge)?.WaitingBadge
  const Service = useLater(lateCode.serviceDot)?.ServiceDot
  const Notifications = useLater(lateCode.notificationsDot)?.NotificationsDot
  const top = stack.at(-1)
  const inSight = top?.tab || move?.under.tab || move?.over.tab
  return (
    <nav
      className={classes(styles.bar, !inSight && styles.away)}
      aria-label={t('mainNavigation')}
      inert={!top?.tab}
      data-thumb
    >
      {tabs.map((tab, index) => {
        const active = top?.path === tab.path
        const mark = marks.get(tab)
        return (
          <button
            key={tab.path}
            type="button"
            className={classes(styles.tab, active && styles.active)}
            aria-current={active ? 'page' : undefined}
            {...(mark ? { 'aria-describedby': mark } : {})}
            onClick={() => nav.engine.tapTab(tab.path)}
          >
            <Icon name={icons[index] ?? 'home'} />
            <span>{tab.title[tongue]}</span>
            {mark && (
              <span id={mark} aria-hidden>
                {current?.token &&
                  (tab === pages.market ? (
                    Badge && <Badge className={styles.badge} />
                  ) : (
                    <>
                      {Service && <Service className={styles.dot} />}
                      {Notifications && <Notifications className={styles.dot} />}
                    </>
                  ))}
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
