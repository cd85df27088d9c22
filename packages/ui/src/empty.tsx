import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Sprout } from './sprout.tsx'

export interface EmptyProps {
  /** What there is nothing of. */
  icon?: IconName
  /** One sentence. */
  children: ReactNode
  /** One action. */
  action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
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
