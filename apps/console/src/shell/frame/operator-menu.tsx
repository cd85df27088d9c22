import { Avatar, Icon } from '@banyan/ui'
import { session, useMe } from '../app.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { chooseLanguage, useLanguage, useTexts } from '../texts/texts.ts'
import { nextTheme, useThemeChoice } from '../theme.ts'
import styles from './operator-menu.module.css'

/** Who is signed in, in which role, and until when without a hand on it; language, appearance, lock, sign-out. */
export function OperatorMenu({ lockTime }: { lockTime: string }) {
  const { name, role } = useMe()
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
  const theme = useThemeChoice()
  return (
    <details className={styles.menu}>
      <summary className={styles.who}>
        <Avatar name={name} size={30} />
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.quiet} title={t.lockAt(lockTime)}>
            {t.roles[role]}
            <Icon name="lock" size={12} label={t.lockAt(lockTime)} />
            {lockTime}
          </span>
        </span>
      </summary>
      <div className={styles.items}>
        <button
          type="button"
          lang={tongue === 'en' ? 'zh-CN' : 'en'}
          onClick={() => chooseLanguage(tongue === 'en' ? 'zh-CN' : 'en')}
        >
          <Icon name="globe" size={18} />
          {t.switchLanguage}
        </button>
        <button type="button" onClick={nextTheme}>
          <Icon
            name={theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'desktop'}
            size={18}
          />
          {t.switchTheme(t.theme[theme])}
        </button>
        <button type="button" onClick={() => session.lock()}>
          <Icon name="lock" size={18} />
          {t.lockNow}
        </button>
        <button type="button" onClick={() => void session.signOut()}>
          <Icon name="logout" size={18} />
          {t.signOut}
        </button>
      </div>
    </details>
  )
}
