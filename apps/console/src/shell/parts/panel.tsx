import { classes } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PanelProps {
  title?: ReactNode
  /** At the right of the title. */
  aside?: ReactNode
  /** What the page is about: one a column. */
  isNow?: boolean
  /** Rows reach its edges. */
  isFlush?: boolean
  children: ReactNode
}

/** A card of the console: one subject. */
export const Panel = ({ title, aside, isNow, isFlush, children }: PanelProps) => (
  <section className={classes(styles.panel, isNow && styles.now, isFlush && styles.flush)}>
    {(title || aside) && (
      <div className={styles.head}>
        {title && <h2 className={styles.title}>{title}</h2>}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
    )}
    {children}
  </section>
)

/** Names with their values, in one column of names. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)

/** One name with its value; null draws nothing. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What a member or another operator wrote: quoted, plain, nothing in it can be clicked. */
export const Quoted = ({ children }: { children: string }) => (
  <blockquote className={styles.quoted}>{children}</blockquote>
)
