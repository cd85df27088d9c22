import { useRef, useSyncExternalStore } from 'react'
import { classes } from './class-names.ts'
import { agoOf, clockText, dateText, momentOf, momentText, secondsUntil, ticker } from './clock.ts'
import { useKit } from './kit.tsx'
import styles from './time.module.css'

export interface CountdownProps {
  /** ISO text or epoch milliseconds, by the server's clock. */
  deadline: string | number
  size?: 'hero' | 'body'
}

const announcedAt = [300, 60]

/**
 * The time until a server deadline. It reads the clock at every tick and never counts, so a phone
 * that slept shows the right time. Screen readers announce five minutes and one.
 */
export function Countdown({ deadline, size = 'body' }: CountdownProps) {
  const { texts, now } = useKit()
  const seconds = useSyncExternalStore(ticker.subscribe, () => secondsUntil(deadline, now()))
  const announced = useRef('')
  if (announcedAt.includes(seconds)) announced.current = texts.secondsLeft(seconds / 60, 0)
  return (
    <>
      <span
        role="timer"
        aria-label={texts.secondsLeft(Math.floor(seconds / 60), seconds % 60)}
        className={classes(styles.countdown, styles[size], seconds <= 60 && styles.urgent)}
      >
        {clockText(seconds)}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {announced.current}
      </span>
    </>
  )
}

/** The time until a deadline that is hours away, in words by the minute; by the second in the last hour. */
export function TimeLeft({ deadline }: Pick<CountdownProps, 'deadline'>) {
  const { texts, now } = useKit()
  const minutes = useSyncExternalStore(ticker.subscribe, () =>
    Math.floor(secondsUntil(deadline, now()) / 60),
  )
  if (minutes < 60) return <Countdown deadline={deadline} />
  return texts.hoursLeft(Math.floor(minutes / 60), minutes % 60)
}

export interface RelativeTimeProps {
  /** ISO text or epoch milliseconds. */
  time: string | number
}

/** "just now", "5 minutes ago", … and a date after thirty days; the exact time is in its title. */
export function RelativeTime({ time }: RelativeTimeProps) {
  const { texts, now } = useKit()
  const then = momentOf(time)
  const text = useSyncExternalStore(ticker.subscribe, () => {
    const ago = agoOf(then, now())
    if (ago.unit === 'now') return texts.justNow
    if (ago.unit === 'minutes') return texts.minutesAgo(ago.n)
    if (ago.unit === 'hours') return texts.hoursAgo(ago.n)
    if (ago.unit === 'days') return texts.daysAgo(ago.n)
    return dateText(then, texts, now())
  })
  return (
    <time
      className={styles.moment}
      dateTime={new Date(then).toISOString()}
      title={momentText(then, texts, now())}
    >
      {text}
    </time>
  )
}

/** Day and time of an instant, in the member's language and time zone. */
export function Moment({ time }: RelativeTimeProps) {
  const { texts, now } = useKit()
  const at = momentOf(time)
  // A page that stays open over midnight then shows "yesterday".
  const text = useSyncExternalStore(ticker.subscribe, () => momentText(at, texts, now()))
  return (
    <time className={styles.moment} dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  )
}
