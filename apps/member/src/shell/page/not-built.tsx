import { Button, Icon } from '@banyan/ui'
import { nav } from '../navigation/nav.ts'
import { pages, type Route } from '../routes.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import styles from './page.module.css'

/** Stands in the place of a page that is not built yet, and says so: it pretends nothing. */
export function NotBuilt({ route }: { route: Route }) {
  const t = useTexts(shellTexts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  return (
    <div className={styles.notice}>
      <Icon name="clock" size={64} strokeWidth={1.1} />
      <h2>{t('notBuilt.title', { page: route.title[tongue] })}</h2>
      <p>{t('notBuilt.text')}</p>
      <p className={styles.about}>{route.about[tongue]}</p>
      {!route.tab && (
        <Button tone="secondary" size="small" onClick={() => nav.to(pages.home)}>
          {t('home')}
        </Button>
      )}
    </div>
  )
}
