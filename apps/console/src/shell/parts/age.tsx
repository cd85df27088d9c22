import { classes, ticker } from '@banyan/ui'
import { useSyncExternalStore } from 'react'
import { api } from '../app.ts'
import { urgencyOf } from '../queues.ts'
import { ageText } from '../times.ts'
import styles from './age.module.css'

/** How long something waits, as h:mm; amber near its target, red beyond. */
export function Age({ since, targetMinutes }: { since: string; targetMinutes: number }) {
  const minutes = useSyncExternalStore(ticker.subscribe, () =>
    Math.floor((api.clock.now() - Date.parse(since)) / 60_000),
  )
  const waitedMs = minutes * 60_000
  return (
    <time
      dateTime={since}
      className={classes(styles.age, styles[urgencyOf(waitedMs, targetMinutes)])}
    >
      {ageText(waitedMs)}
    </time>
  )
}
