import { useSyncExternalStore } from 'react'
import { classes } from './class-names.ts'
import { momentOf, secondsUntil, ticker } from './clock.ts'
import styles from './countdown-ring.module.css'
import { useKit } from './kit.tsx'
import { Countdown } from './time.tsx'

export interface CountdownRingProps {
  /** ISO text or epoch milliseconds, by the platform's clock. */
  deadline: string | number
  /** When the time started: a full ring. */
  since: string | number
}

/** The time until a deadline in a ring that empties, a step each second: amber below five minutes, then red. */
export function CountdownRing({ deadline, since }: CountdownRingProps) {
  const { now } = useKit()
  const left = useSyncExternalStore(ticker.subscribe, () => secondsUntil(deadline, now()))
  const whole = Math.max(1, (momentOf(deadline) - momentOf(since)) / 1000)
  const share = Math.min(1, left / whole)
  return (
    <span className={styles.ring}>
      <svg viewBox="0 0 52 52" aria-hidden>
        <circle cx="26" cy="26" r="23.5" className={styles.track} />
        <circle
          cx="26"
          cy="26"
          r="23.5"
          pathLength={1000}
          strokeDasharray={`${Math.round(share * 1000)} 1000`}
          className={classes(styles.left, left <= 300 && styles.soon, left <= 60 && styles.urgent)}
        />
      </svg>
      <span className={styles.time}>
        <Countdown deadline={deadline} />
      </span>
    </span>
  )
}
