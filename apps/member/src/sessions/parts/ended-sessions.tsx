import { lazy, Suspense } from 'react'
import { useSession } from '../../shell/index.ts'

/** Rare, and with a form of its own: it comes when there is something to tell. */
const EndedNotices = lazy(() => import('./ended-notices.tsx'))

/** Tells why accounts of this device were logged out from elsewhere: all of them, or the one that is named. */
export function EndedSessions({ accountId }: { accountId?: string }) {
  const { ended } = useSession()
  const told = accountId ? ended.filter(one => one.accountId === accountId) : ended
  if (told.length === 0) return null
  return (
    <Suspense fallback={null}>
      <EndedNotices ended={told} />
    </Suspense>
  )
}
