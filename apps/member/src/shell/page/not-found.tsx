import { Button, Icon } from '@banyan/ui'
import { nav } from '../navigation/nav.ts'
import { pages } from '../routes.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './page.module.css'

/** The not-found page: the wrong address, and a link home. */
export function NotFound({ path }: { path: string }) {
  const t = useTexts(shellTexts)
  return (
    <div className={styles.notice}>
      <Icon name="search" size={64} strokeWidth={1.1} />
      <h2>{t('notFound.title')}</h2>
      <p>{t('notFound.text')}</p>
      <code className={styles.about}>{path}</code>
      <Button tone="secondary" size="small" onClick={() => nav.relaunch(pages.home)}>
        {t('home')}
      </Button>
    </div>
  )
}
