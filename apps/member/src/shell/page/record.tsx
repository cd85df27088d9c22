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
  /** Everything else about it, folded; nothing where it has a page of its own. */
  facts?: ReactNode
  /** What may still be done about it: never folded. */
  children?: ReactNode
}

/** A record of two lines, so that many fit a screen; a tap opens its facts, if it has some here. */
export function RecordCard({ children, ...body }: RecordProps) {
  return (
    <RecordFrame>
      <RecordBody {...body} />
      {children}
    </RecordFrame>
  )
}

/** The card around a record whose body is drawn elsewhere too. */
export const RecordFrame = ({ children }: { children: ReactNode }) => (
  <Card className={styles.card}>{children}</Card>
)

/** Two things at the ends of one line; under each other where they do not fit. */
export const RecordLine = ({ children }: { children: ReactNode }) => (
  <span className={styles.line}>{children}</span>
)

/** A record without its card. */
export function RecordBody({ figure, state, outcome, at, facts }: Omit<RecordProps, 'children'>) {
  const lines = (
    <>
      <RecordLine>
        {figure}
        {state}
      </RecordLine>
      <RecordLine>
        <span className="sub">{outcome}</span>
        <span className={styles.date}>
          <Moment time={at} />
          {facts && <Icon name="down" size={16} />}
        </span>
      </RecordLine>
    </>
  )
  if (!facts) return lines
  return (
    <details className={styles.details}>
      <summary>{lines}</summary>
      {facts}
    </details>
  )
}
