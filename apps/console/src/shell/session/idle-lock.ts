import { useEffect, useState } from 'react'
import { api, session } from '../app.ts'
import { isIdle, locksAt } from './idle.ts'

/** The last moment at which somebody did something in this tab. */
let lastActivity = Date.now()
/** The last moment that the other tabs were given. */
let lastShared = 0
/** Ten seconds are exact enough for a lock of minutes. */
const checkMs = 10_000
/** Name in local storage: a person at work in one tab is not away in the others. */
const activityKey = 'console.active'

/** The last moment at which somebody did something in any tab of this browser. */
const lastAnywhere = (): number =>
  Math.max(lastActivity, Number(localStorage.getItem(activityKey)) || 0)

function noteActivity(): void {
  lastActivity = Date.now()
  if (lastActivity - lastShared < checkMs) return
  lastShared = lastActivity
  localStorage.setItem(activityKey, String(lastActivity))
}

/** Locks when nobody has been here for ten minutes, from now on. */
export function startIdleLock(): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(kind, noteActivity, { capture: true, passive: true })
  const check = () => {
    if (session.state().phase !== 'in') noteActivity()
    else if (isIdle(lastAnywhere(), Date.now())) session.lock()
  }
  setInterval(check, checkMs)
  // A computer that slept locks before its pages are read.
  document.addEventListener('visibilitychange', check)
}

/** When the console will lock if nobody does anything, by the server's clock. */
export function useLockTime(): number {
  const [at, setAt] = useState(() => locksAt(lastAnywhere()))
  useEffect(() => {
    const timer = setInterval(() => setAt(locksAt(lastAnywhere())), checkMs)
    return () => clearInterval(timer)
  }, [])
  return at + (api.clock.now() - Date.now())
}
