import { useSyncExternalStore } from 'react'

const isAway = () => document.visibilityState === 'hidden' || !document.hasFocus()

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('blur', changed)
  window.addEventListener('focus', changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    window.removeEventListener('blur', changed)
    window.removeEventListener('focus', changed)
    document.removeEventListener('visibilitychange', changed)
  }
}

/**
 * True while the member uses another app or window. Recovery words are covered then: the picture
 * that the system keeps of this page for its list of apps must not show them.
 */
export const useOutOfSight = (): boolean => useSyncExternalStore(subscribe, isAway, () => false)
