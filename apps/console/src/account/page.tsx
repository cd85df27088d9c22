import { useMinute } from '../shell/index.ts'
import { Factors } from './factors.tsx'
import styles from './page.module.css'
import { Sessions } from './sessions.tsx'

/** The operator's own account: second factors and sessions. */
export default function AccountPage() {
  const now = useMinute()
  return (
    <div className={styles.page}>
      <Factors now={now} />
      <Sessions now={now} />
    </div>
  )
}
