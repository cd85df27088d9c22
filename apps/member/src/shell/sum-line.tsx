import type { ReactNode } from 'react'
import styles from './sum-line.module.css'

/** One step of an arithmetic that a member can repeat, set apart from the text around it. */
export function SumLine({ children }: { children: ReactNode }) {
  return <code className={styles.sum}>{children}</code>
}
