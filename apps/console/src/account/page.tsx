import { ticker } from '@banyan/ui'
import { useSyncExternalStore } from 'react'
import { api } from '../shell/index.ts'
import { Factors } from './factors.tsx'
import styles from './page.module.css'
import { Sessions } from './sessions.tsx'

const minuteNow = () => Math.floor(api.clock.now() / 60_000) * 60_000

/** The operator's own account: second factors and sessions. */
export default function AccountPage() {
  const now = useSyncExternalStore(ticker.subscribe, minuteNow)
  return (
    <div className={styles.page}>
      <Factors now={now} />
      <Sessions now={now} />
    </div>
  )
}
