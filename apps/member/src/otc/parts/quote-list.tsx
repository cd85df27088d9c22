import { classes, type Figure, Money } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './quote-list.module.css'

export interface QuoteLine {
  label: ReactNode
  /** null while nothing well-formed is typed. */
  value: Figure | null
  unit: string
  /** The figure that the page is about. */
  strong?: boolean
  least?: number
}

/** Figures that follow from what is typed; dashes until there is something to follow from. */
export function QuoteList({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <dl className={styles.list} aria-live="polite">
      {lines.map(({ label, value, unit, strong, least }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
        <div key={index} className={classes(styles.line, strong && styles.strong)}>
          <dt>{label}</dt>
          <dd>
            {value === null ? (
              <span className={styles.none}>–</span>
            ) : (
              <Money
                value={value}
                unit={unit}
                size={strong ? 'num' : 'body'}
                {...(least === undefined ? {} : { least })}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
