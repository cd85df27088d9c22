import { classes } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'plain' | 'mine' | 'ok' | 'warn' | 'bad'

/** A state in a word or two. `mine` is for what waits for the reader. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes(styles.tag, styles[tone])}>{children}</span>
)
