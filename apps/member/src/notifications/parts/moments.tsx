import { useLayer } from '@banyan/ui'
import { useEffect, useState } from 'react'
import { api, useLive, useSession } from '../../shell/index.ts'
import type { MomentSheetProps } from './moment-sheet.tsx'

const momentSheet = () => import('./moment-sheet.tsx')

/** Watches for events that ended well, over every page, while this member is logged in. */
export function Moments() {
  const { current } = useSession()
  // An account that must log in again receives no events.
  return current?.token ? <Watch key={current.uuid} /> : null
}

/** Restores this device's push subscription after a new login; the code loads only where that is possible. */
const renewPush = () => {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  void import('../push-device.ts').then(it => it.renewPush()).catch(() => {})
}

/** The sheet, and its calls, are loaded with the first event. */
function Watch() {
  const [since] = useState(() => api.clock.now())
  const [hasNews, setHasNews] = useState(false)
  useLive('notifications', { invalidate: ['notifications'], on: () => setHasNews(true) })
  useEffect(renewPush, [])
  const MomentSheet = useLayer<MomentSheetProps>(hasNews, momentSheet, () => setHasNews(false))
  return MomentSheet && <MomentSheet since={since} />
}
