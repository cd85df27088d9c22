import { type ComponentType, useEffect, useState } from 'react'
import type { Toaster } from './toaster.ts'

/**
 * The place of toasts. Its code is not part of the first load: it is fetched after the first
 * render, and again at the next toast when that failed.
 */
export function ToastViewport({ toaster }: { toaster: Toaster }) {
  const [Toasts, setToasts] = useState<ComponentType<{ toaster: Toaster }> | null>(null)
  useEffect(() => {
    if (Toasts) return
    const fetchIt = () =>
      void import('./toasts.tsx').then(
        it => setToasts(() => it.default),
        () => {},
      )
    const soon = setTimeout(fetchIt)
    const stop = toaster.subscribe(fetchIt)
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [toaster, Toasts])
  return Toasts && <Toasts toaster={toaster} />
}
