import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import styles from './folded.module.css'
import { Icon } from './icon.tsx'

export interface FoldedProps {
  /** What is behind it. */
  title: ReactNode
  /** Opened by the page, as for a field that has an error. */
  open?: boolean
  className?: string | undefined
  children: ReactNode
}

/** One quiet line, for what few need; a tap opens it. */
export const Folded = ({ title, open, className, children }: FoldedProps) => (
  <details className={classes(styles.folded, className)} {...(open ? { open } : {})}>
    <summary>
      {title}
      <Icon name="down" size={16} />
    </summary>
    {children}
  </details>
)
