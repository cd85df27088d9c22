import type { ReactNode } from 'react'
import { thousandths } from './decimal-text.ts'
import styles from './progress.module.css'

/** Progress: the reached value at the left, the whole at the right, a thin bar below. */
export function Progress(props: {
  label: string
  reached: ReactNode
  whole: ReactNode
  part: string
  of: string
}) {
  const { label, reached, whole, part, of } = props
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span className={styles.label}>{label}</span>
        <span className={styles.figures}>
          {reached} <span className={styles.whole}>{whole}</span>
        </span>
      </div>
      <progress
        className={styles.bar}
        max={1_000}
        value={thousandths(part, of)}
        aria-label={label}
      />
    </div>
  )
}
