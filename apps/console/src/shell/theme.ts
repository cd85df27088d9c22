import { useSyncExternalStore } from 'react'

/** What an operator may choose; `system` follows the device. */
const themeChoices = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Name in local storage; the script before the first paint (index.html) reads it too. */
const themeKey = 'console.theme'
const light = matchMedia('(prefers-color-scheme: light)')
const listeners = new Set<() => void>()

function themeChoice(): ThemeChoice {
  const kept = localStorage.getItem(themeKey) as ThemeChoice | null
  return kept !== null && themeChoices.includes(kept) ? kept : 'system'
}

function apply(): void {
  const choice = themeChoice()
  const theme = choice === 'system' ? (light.matches ? 'light' : 'dark') : choice
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(themeKey, choice)
  apply()
}

/** Dark, light, as the device: the next one. */
export function nextTheme(): void {
  const next = (themeChoices.indexOf(themeChoice()) + 1) % themeChoices.length
  chooseTheme(themeChoices[next] ?? 'system')
}

/** Follows the system from now on. */
export function startTheme(): void {
  light.addEventListener('change', apply)
  apply()
}

export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore(changed => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  }, themeChoice)
