import { Moment } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useLive, useTexts } from '../shell/index.ts'
import { windDownQuery } from '../shell/stopped-calls.ts'
import styles from './bar.module.css'
import { texts } from './texts.ts'

/** One line over every page while the platform is being wound down, with a link to the details. */
function Bar() {
  const t = useTexts(texts)
  const { data: notice } = useQuery(windDownQuery)
  useLive('wallets', { invalidate: ['wind-down'] })
  if (!notice) return null
  const { state, dueAt } = notice
  return (
    <Link page={pages.more.windDown} className={styles.bar}>
      <span>{t(`bar_${state}`)}</span>
      {state === 'announced' && <Moment time={dueAt} />}
      <u>{t('details')}</u>
    </Link>
  )
}

export const bar = <Bar />
