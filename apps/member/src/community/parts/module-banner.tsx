import { Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { aboutQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Stands wherever network pay is switched on: that it is a module, where it comes from, and that it may be nothing. */
export function ModuleBanner() {
  const t = useTexts(texts)
  const { data: house } = useQuery(aboutQuery)
  return (
    <Note>
      <p>{t(house?.demo ? 'moduleOnDemo' : 'moduleOn')}</p>
      <p>
        <Link page={pages.more.rules}>{t('moduleRules')}</Link>
      </p>
    </Note>
  )
}
