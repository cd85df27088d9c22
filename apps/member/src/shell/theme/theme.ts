import { useSyncExternalStore } from 'react'
import { language, onLanguage } from '../texts/texts.ts'

/** What a member may choose; `system` follows the device. */
const themeChoices = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof themeChoices)[number]
type Theme = 'dark' | 'light'

/** Colours of movement: red up (cn), green up (intl), a set for the colour-blind (safe). */
const trendChoices = ['cn', 'intl', 'safe'] as const
export type Trend = (typeof trendChoices)[number]

/** Names in local storage; the script before the first paint (index.html) reads them too. */
const themeKey = 'banyan.theme'
const trendKey = 'banyan.trend'

/** Light only when the system reports light and the member has not chosen otherwise. */
const themeOf = (choice: ThemeChoice, systemLight: boolean): Theme =>
  choice === 'system' ? (systemLight ? 'light' : 'dark') : choice

/** A chosen set, else the custom of the language. */
export const trendOf = (chosen: Trend | null, tongue: string): Trend =>
  chosen ?? (tongue === 'en' ? 'intl' : 'cn')

const light = matchMedia('(prefers-color-scheme: light)')

/** Emits `theme-change` with `{ theme }` whenever the visible theme has changed. */
export const themeEvents = new EventTarget()

const chosen = <C extends string>(key: string, choices: readonly C[]): C | null => {
  const stored = localStorage.getItem(key) as C | null
  return stored !== null && choices.includes(stored) ? stored : null
}

const themeChoice = (): ThemeChoice => chosen(themeKey, themeChoices) ?? 'system'
const trend = (): Trend => trendOf(chosen(trendKey, trendChoices), language())
const theme = (): Theme => themeOf(themeChoice(), light.matches)

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(themeKey)
  else localStorage.setItem(themeKey, choice)
  apply()
}

export function chooseTrend(choice: Trend): void {
  localStorage.setItem(trendKey, choice)
  apply()
}

function apply(): void {
  const changed = write()
  colourBar()
  themeEvents.dispatchEvent(new CustomEvent('settings-change'))
  if (changed)
    themeEvents.dispatchEvent(new CustomEvent('theme-change', { detail: { theme: theme() } }))
}

/** Writes theme and colours of movement to the page; returns whether the theme has changed. */
function write(): boolean {
  const { dataset } = document.documentElement
  const now = theme()
  const changed = dataset.theme !== now
  dataset.theme = now
  dataset.trend = trend()
  return changed
}

/** Gives the browser's own bar the colour of the page. */
function colourBar(): void {
  const bar = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar)
}

/** Follows the system and the language from now on. */
export function startTheme(): void {
  light.addEventListener('change', apply)
  onLanguage(apply)
  write()
  // In a task of its own: it needs the styles of all that is drawn, and the start has enough to do.
  setTimeout(colourBar)
}

const onSettings = (changed: () => void) => {
  themeEvents.addEventListener('settings-change', changed)
  return () => themeEvents.removeEventListener('settings-change', changed)
}

/** What was chosen, for the settings: drawn anew after each change. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(onSettings, themeChoice)
export const useTrend = (): Trend => useSyncExternalStore(onSettings, trend)
