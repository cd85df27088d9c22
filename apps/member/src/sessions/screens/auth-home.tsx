import { Button, Card, Chip, ErrorBlock, Icon, IconButton, List } from '@banyan/ui'
import { lazy, Suspense } from 'react'
import {
  changeLanguageTo,
  Link,
  nav,
  pages,
  session,
  useLanguage,
  usePageQuery,
  useSession,
  useTexts,
} from '../../shell/index.ts'
import { openAccount } from '../open-account.ts'
import { AccountRow } from '../parts/account-row.tsx'
import { BanyanMark } from '../parts/banyan-mark.tsx'
import { EndedSessions } from '../parts/ended-sessions.tsx'
import { texts } from '../texts.ts'
import styles from './auth-home.module.css'

/** Rare: it loads only when there is a notice. */
const ClosedAccount = lazy(() => import('../parts/closed-account.tsx'))

/** The welcome page: create an account, log in, or continue with an account of this device. */
export default function AuthHomeScreen() {
  const t = useTexts(texts)
  const { why } = usePageQuery(pages.auth.home)
  const { closed } = useSession()
  return (
    <div className={styles.page}>
      <WelcomeHead />
      <div className={styles.brand}>
        <BanyanMark />
        <h1>{t('welcome.name')}</h1>
        <p>{t('welcome.tagline')}</p>
      </div>
      <div className={styles.middle}>
        {(why || closed) && (
          <Suspense fallback={null}>
            <ClosedAccount closed={closed} />
          </Suspense>
        )}
        <EndedSessions />
        <DeviceAccounts />
      </div>
      <div className={styles.ways}>
        <Button wide onClick={() => nav.to(pages.auth.create)}>
          {t('welcome.create')}
        </Button>
        <Button wide tone="secondary" onClick={() => nav.to(pages.auth.login)}>
          {t('welcome.byId')}
        </Button>
        <Button wide tone="quiet" icon="key" onClick={() => nav.to(pages.auth.memoryLogin)}>
          {t('welcome.byWords')}
        </Button>
      </div>
      <aside className={styles.risk} aria-label={t('welcome.riskTitle')}>
        <Icon name="warning" size={16} />
        <p>
          {t('welcome.risk')} <Link page={pages.more.rules}>{t('welcome.rules')}</Link>
        </p>
      </aside>
    </div>
  )
}

/** A custom bar: a back button for members who are logged in and add an account, and the language. */
function WelcomeHead() {
  const t = useTexts(texts)
  const tongue = useLanguage()
  const { current } = useSession()
  const other = tongue === 'en' ? 'zh-CN' : 'en'
  return (
    <header className={styles.head}>
      <span>
        {current?.token && (
          <IconButton
            name="back"
            label={t('welcome.open', { name: current.nickname })}
            onClick={() => nav.back()}
          />
        )}
      </span>
      <button
        type="button"
        lang={other}
        className={styles.language}
        onClick={() => changeLanguageTo(other)}
      >
        <Icon name="globe" size={18} />
        {t('welcome.otherLanguage')}
      </button>
    </header>
  )
}

function DeviceAccounts() {
  const t = useTexts(texts)
  const { phase, accounts } = useSession()
  if (phase === 'unreachable') {
    return (
      <ErrorBlock compact onRetry={() => void session.restart()}>
        {t('welcome.unreachable')}
      </ErrorBlock>
    )
  }
  if (accounts.length === 0) return null
  return (
    <Card title={t('welcome.here')}>
      <List>
        {accounts.map(account => (
          <AccountRow
            key={account.uuid}
            account={account}
            label={t('welcome.open', { name: account.nickname })}
            onOpen={() => void openAccount(account)}
            aside={
              session.hasToken(account.uuid) ? (
                <Icon name="forward" size={16} />
              ) : (
                <Chip>{t('welcome.needsPassword')}</Chip>
              )
            }
          />
        ))}
      </List>
    </Card>
  )
}
