import { classes } from '@banyan/ui'
import type { ReactNode } from 'react'
import { openHere, useAddress } from '../navigation.ts'
import styles from './side-item.module.css'

/** Lines of an item. */
export const SideLine = ({ children }: { children: ReactNode }) => (
  <span className={styles.line}>{children}</span>
)
/** What is less important in an item; cut at its end. */
export const SideNote = ({ children }: { children: ReactNode }) => (
  <span className={styles.note}>{children}</span>
)

/** One thing of the list at the side, which the address opens. */
export function SideItem({ id, children }: { id: string; children: ReactNode }) {
  const isCurrent = useAddress().id === id
  return (
    <li>
      <button
        type="button"
        data-current={isCurrent}
        aria-current={isCurrent}
        className={classes(styles.item, isCurrent && styles.current)}
        onClick={() => openHere(id)}
      >
        {children}
      </button>
    </li>
  )
}
