import { lazy, Suspense } from 'react'
import { useSession } from '../../shell/index.ts'

/** Rare, and with its own form: it loads only when there is a notice. */
const EndedNotices = lazy(() => import('./ended-notices.tsx'))

/** Shows why accounts of this device were logged out from elsewhere: all of them, or the named one. */
export function EndedSessions({ accountId }: { accountId?: string }) {
  const { ended } = useSession()
  const shown = accountId ? ended.filter(one => one.accountId === accountId) : ended
  if (shown.length === 0) return null
  return (
    <Suspense fallback={null}>
      <EndedNotices ended={shown} />
    </Suspense>
  )
}
