import { classes, Icon } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './seats.module.css'

/** `yours`: the reader may act. `done`: somebody has. `waits`: for somebody else. `closed`: not for the reader. */
type SeatState = 'yours' | 'done' | 'waits' | 'closed'

export interface Seat {
  readonly state: SeatState
  readonly title: ReactNode
  /** When and with which reason, or why the reader may not. */
  readonly detail?: ReactNode
}

/** Who acts on it, in the order of acting: always the same picture. */
export const Seats = ({ seats }: { seats: readonly Seat[] }) => (
  <ol className={styles.seats}>
    {seats.map(({ state, title, detail }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place in the order.
      <li key={at} className={classes(styles.seat, styles[state])}>
        <span className={styles.mark} aria-hidden>
          {state === 'done' ? (
            <Icon name="check" size={14} />
          ) : state === 'closed' ? (
            <Icon name="lock" size={14} />
          ) : (
            at + 1
          )}
        </span>
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
      </li>
    ))}
  </ol>
)
