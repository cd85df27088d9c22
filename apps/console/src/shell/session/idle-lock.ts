import { useEffect, useState } from 'react'
import { api, session } from '../app.ts'
import { isIdle, locksAt } from './idle.ts'

/** The last moment at which somebody did something here. */
let lastActivity = Date.now()
/** Ten seconds are exact enough for a lock of minutes. */
const checkMs = 10_000

const noteActivity = (): void => {
  lastActivity = Date.now()
}

/** Locks when nobody has been here for ten minutes, from now on. */
export function startIdleLock(): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(kind, noteActivity, { capture: true, passive: true })
  const check = () => {
    if (session.state().phase !== 'in') noteActivity()
    else if (isIdle(lastActivity, Date.now())) session.lock()
  }
  setInterval(check, checkMs)
  // A computer that slept locks before its pages are read.
  document.addEventListener('visibilitychange', check)
}

/** When the console will lock if nobody does anything, by the server's clock. */
export function useLockTime(): number {
  const [at, setAt] = useState(() => locksAt(lastActivity))
  useEffect(() => {
    const timer = setInterval(() => setAt(locksAt(lastActivity)), checkMs)
    return () => clearInterval(timer)
  }, [])
  return at + (api.clock.now() - Date.now())
}
