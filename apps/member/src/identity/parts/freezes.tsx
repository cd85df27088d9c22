import { Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { href, pages, useLive, useTexts } from '../../shell/index.ts'
import { checkTexts } from '../check-texts.ts'
import { securityQuery } from '../queries.ts'
import styles from './freezes.module.css'

/** What is frozen until when after a change of security settings, and resets that can be undone. */
export function Freezes() {
  const t = useTexts(checkTexts)
  const { data: security } = useQuery(securityQuery)
  useLive('session', { invalidate: securityQuery.queryKey })
  if (!security) return null
  return (
    <>
      {(['withdrawals', 'sells'] as const).map(what => {
        const freeze = security.freezes[what]
        return (
          freeze && (
            <Note key={what} tone="warn">
              {t(`frozen.${what}`)} <Moment time={freeze.until} />
              <span className={styles.cause}>{t(`cause.${freeze.cause}`)}</span>
            </Note>
          )
        )
      })}
      {security.resets.length > 0 && (
        <Note tone="warn">
          <a href={href(pages.more.sessions)}>{t('resets')}</a>
        </Note>
      )}
    </>
  )
}
