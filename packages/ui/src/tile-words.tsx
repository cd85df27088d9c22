import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './tile-words.module.css'

export interface TileWordsProps {
  icon: IconName
  title: ReactNode
  /** One line below the title. */
  children: ReactNode
  /** `warn` for what waits to be done. */
  tone?: 'accent' | 'warn'
}

/** An icon on a tile, and beside it a title with a line below: the content of a card or of a link. */
export const TileWords = ({ icon, title, children, tone = 'accent' }: TileWordsProps) => (
  <>
    <span className={classes(styles.tile, tone === 'warn' && styles.warn)}>
      <Icon name={icon} />
    </span>
    <span className={styles.words}>
      <strong>{title}</strong>
      <span className="sub">{children}</span>
    </span>
  </>
)
