import { Button, Icon } from '@banyan/ui'
import { nav } from '../navigation/nav.ts'
import { pages, routeOf } from '../routes.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { registerTexts, useLanguage, useTexts } from '../texts/texts.ts'
import styles from './page.module.css'
import { usePage } from './page-context.ts'
import { toBeBuilt } from './to-be-built.ts'

const texts = registerTexts('notBuilt', {
  zh: { title: '「{{page}}」尚未建成', text: '这个页面还没有开放，建成后您将在这里看到：' },
  en: {
    title: '“{{page}}” is not built yet',
    text: 'This part is not open yet. Once it is, you will find here:',
  },
})

/** Stands in the place of a page that is not built yet, and says so: it pretends nothing. */
export default function NotBuiltScreen() {
  const t = useTexts(texts)
  const shell = useTexts(shellTexts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const { path } = usePage()
  const route = routeOf(path)
  const about = toBeBuilt[path]
  if (!route) return null
  return (
    <div className={styles.notice}>
      <Icon name="clock" size={64} strokeWidth={1.1} />
      <h2>{t('title', { page: route.title[tongue] })}</h2>
      <p>{t('text')}</p>
      {about && <p className={styles.about}>{about[tongue === 'en' ? 1 : 0]}</p>}
      {!route.tab && (
        <Button tone="secondary" size="small" onClick={() => nav.to(pages.home)}>
          {shell('home')}
        </Button>
      )}
    </div>
  )
}
