import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Sprout } from './sprout.tsx'

export interface EmptyProps {
  /** The name of what is missing. */
  icon?: IconName
  /** One sentence. */
  children: ReactNode
  /** One action. */
  action?: ReactNode
}

/** The empty state of a list, with one action. */
export function Empty({ icon = 'inbox', children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.drawing}>
        <Sprout />
        <span className={styles.subject}>
          <Icon name={icon} size={20} />
        </span>
      </span>
      <p>{children}</p>
      {action}
    </div>
  )
}
