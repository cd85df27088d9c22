import { classes, type Figure, Money } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './quote-list.module.css'

export interface QuoteLine {
  label: ReactNode
  /** Null while the input is malformed or empty. */
  value: Figure | null
  unit: string
  /** The main figure of the page. */
  strong?: boolean
}

/** Figures derived from the input; dashes until there are any. */
export function QuoteList({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <dl className={styles.list} aria-live="polite">
      {lines.map(({ label, value, unit, strong }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index.
        <div key={index} className={classes(styles.line, strong && styles.strong)}>
          <dt>{label}</dt>
          <dd>
            {value === null ? (
              <span className={styles.none}>–</span>
            ) : (
              <Money value={value} unit={unit} size={strong ? 'num' : 'body'} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
