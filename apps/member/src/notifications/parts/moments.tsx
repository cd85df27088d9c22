import { useLayer } from '@banyan/ui'
import { useState } from 'react'
import { api, useLive, useSession } from '../../shell/index.ts'
import type { MomentSheetProps } from './moment-sheet.tsx'

const momentSheet = () => import('./moment-sheet.tsx')

/** Watches for events that have come to a good end, over every page, for as long as this member is here. */
export function Moments() {
  const { current } = useSession()
  // An account that has to log in again has no news.
  return current?.token ? <Watch key={current.uuid} /> : null
}

/** The sheet, and what it asks, are fetched with the first news. */
function Watch() {
  const [since] = useState(() => api.clock.now())
  const [heard, setHeard] = useState(false)
  useLive('notifications', { invalidate: ['notifications'], on: () => setHeard(true) })
  const MomentSheet = useLayer<MomentSheetProps>(heard, momentSheet, () => setHeard(false))
  return MomentSheet && <MomentSheet since={since} />
}
