import { classes, Icon, placedText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { solvencyQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './solvency-badge.module.css'

/**
 * Whether custody covers everything owed, by the newest reading; links to the figures. Nothing
 * before the first reading.
 */
export function SolvencyBadge() {
  const t = useTexts(texts)
  const { data } = useQuery(solvencyQuery)
  if (!data?.newest) return null
  const { state, missing } = data.newest
  return (
    <Link page={pages.more.solvency} className={classes(styles.badge, styles[state])}>
      <Icon name={state === 'whole' ? 'shield' : 'warning'} size={16} />
      <span className="visually-hidden">{t('solvency')}</span>
      <span>
        {t(state)}
        {missing !== '0' && ` · ${t('notProven', { amount: placedText(missing, 'list') })}`}
      </span>
    </Link>
  )
}
