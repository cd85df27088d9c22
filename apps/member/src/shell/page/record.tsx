import { Card, Icon, Moment } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './record.module.css'

export interface RecordProps {
  /** What it was about, and its state. */
  figure: ReactNode
  state: ReactNode
  /** What came of it, or what it waits for; and when it was made. */
  outcome: ReactNode
  at: string
  /** Everything else about it, folded. */
  facts: ReactNode
  /** What may still be done about it: never folded. */
  children?: ReactNode
}

/** A record of two lines, so that many fit a screen; a tap opens its facts. */
export function RecordCard({ children, ...body }: RecordProps) {
  return (
    <Card className={styles.card}>
      <RecordBody {...body} />
      {children}
    </Card>
  )
}

/** The same without a card around it. */
export function RecordBody({ figure, state, outcome, at, facts }: Omit<RecordProps, 'children'>) {
  return (
    <details className={styles.details}>
      <summary>
        <span className={styles.line}>
          {figure}
          {state}
        </span>
        <span className={styles.line}>
          <span className="sub">{outcome}</span>
          <span className={styles.date}>
            <Moment time={at} />
            <Icon name="down" size={16} />
          </span>
        </span>
      </summary>
      {facts}
    </details>
  )
}
