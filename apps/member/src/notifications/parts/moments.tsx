import { useLayer } from '@banyan/ui'
import { useEffect, useState } from 'react'
import { api, useLive, useSession } from '../../shell/index.ts'
import type { MomentSheetProps } from './moment-sheet.tsx'

const momentSheet = () => import('./moment-sheet.tsx')

/** Watches for events that have come to a good end, over every page, for as long as this member is here. */
export function Moments() {
  const { current } = useSession()
  // An account that has to log in again has no news.
  return current?.token ? <Watch key={current.uuid} /> : null
}

/** What this device was told by push before, it is told again after a new login; its code comes where that can be. */
const renewPush = () => {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  void import('../push-device.ts').then(it => it.renewPush()).catch(() => {})
}

/** The sheet, and what it asks, are fetched with the first news. */
function Watch() {
  const [since] = useState(() => api.clock.now())
  const [heard, setHeard] = useState(false)
  useLive('notifications', { invalidate: ['notifications'], on: () => setHeard(true) })
  useEffect(renewPush, [])
  const MomentSheet = useLayer<MomentSheetProps>(heard, momentSheet, () => setHeard(false))
  return MomentSheet && <MomentSheet since={since} />
}
