import { IconButton, Money } from '@banyan/ui'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { forgetViews } from './first-frame/view-store.ts'
import { registerTexts, useTexts } from './texts/texts.ts'

/*
 * Whether the member hides amounts: one setting for all pages, stored on this device. Not part of
 * the shell's index.
 */

const texts = registerTexts('hiddenFigures', {
  zh: { hide: '隐藏金额', show: '显示金额' },
  en: { hide: 'Hide figures', show: 'Show figures' },
})

const key = 'banyan.hidden'
const listeners = new Set<() => void>()
let hidden = read()

function read(): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

/** Hides amounts, or shows them again, on every page that is open. */
function hideFigures(next: boolean): void {
  hidden = next
  try {
    if (next) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {}
  // They are shown or hidden as they were when they were kept.
  forgetViews()
  for (const listener of listeners) listener()
}

addEventListener('storage', event => {
  if (event.key !== key && event.key !== null) return
  hidden = read()
  for (const listener of listeners) listener()
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isHidden = () => hidden

/** Whether amounts are hidden. */
export const useHiddenFigures = (): boolean => useSyncExternalStore(subscribe, isHidden, isHidden)

/** A figure of the member's own money: dots while amounts are hidden. */
export const OwnMoney = (props: Omit<ComponentProps<typeof Money>, 'hidden'>) => (
  <Money {...props} hidden={useHiddenFigures()} />
)

/** Formats an own amount for a sentence: unchanged, or as dots while amounts are hidden. */
export function useOwnText(): (amount: string) => string {
  const hidden = useHiddenFigures()
  return amount => (hidden ? '••••' : amount)
}

/** The button beside an amount that hides or shows it. */
export function HideButton() {
  const t = useTexts(texts)
  const now = useHiddenFigures()
  return (
    <IconButton
      name={now ? 'eye-off' : 'eye'}
      label={t(now ? 'show' : 'hide')}
      onClick={() => hideFigures(!now)}
    />
  )
}
