import { classes } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './legend.module.css'

const kinds = ['invited', 'other', 'request'] as const

/** The meaning of the rings, at the foot of the drawing; a hint over it while the tree is empty. */
export function Legend({ hint }: { hint: string | null }) {
  const t = useTexts(texts)
  return (
    <div className={styles.foot}>
      {hint && <p className={styles.hint}>{hint}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver reads a list without markers as plain text. */}
      <ul role="list" className={styles.legend} aria-label={t('legend.title')}>
        {kinds.map(kind => (
          <li key={kind}>
            <i className={classes(styles.ring, styles[kind])} aria-hidden />
            {t(`legend.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
