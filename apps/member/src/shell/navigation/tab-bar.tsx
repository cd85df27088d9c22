import { classes, Icon, type IconName } from '@banyan/ui'
import { tabs } from '../routes.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { nav } from './nav.ts'
import { useNavState } from './page-stack.tsx'
import styles from './tab-bar.module.css'

const icons: readonly IconName[] = ['home', 'community', 'exchange', 'wallet', 'me']

/** The five tabs, 50 px and the safe area; out of reach while a page lies over it. */
export function TabBar() {
  const { stack, move } = useNavState()
  const t = useTexts(shellTexts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
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
        return (
          <button
            key={tab.path}
            type="button"
            className={classes(styles.tab, active && styles.active)}
            aria-current={active ? 'page' : undefined}
            onClick={() => nav.engine.tapTab(tab.path)}
          >
            <Icon name={icons[index] ?? 'home'} />
            <span>{tab.title[tongue]}</span>
          </button>
        )
      })}
    </nav>
  )
}
