import { useSyncExternalStore } from 'react'

export type Language = 'zh-CN' | 'en'

/** Texts of one module: words, functions that insert figures, and groups of them. */
interface Catalogue {
  readonly [name: string]: string | ((...slots: never[]) => string) | Catalogue
}

/** The same names and the same slots in another language. */
type Same<Z> = {
  readonly [K in keyof Z]: Z[K] extends string
    ? string
    : Z[K] extends (...slots: infer S) => string
      ? (...slots: S) => string
      : Same<Z[K]>
}

/** The texts of a module in every language. */
export type Texts<Z> = Readonly<Record<Language, Same<Z>>>

/** Texts in both languages; a name that English lacks is a type error. */
export const inLanguages = <const Z extends Catalogue>(zh: Z, en: Same<Z>): Texts<Z> => ({
  'zh-CN': zh as unknown as Same<Z>,
  en,
})

/** Name in local storage; the script before the first paint (index.html) reads it too. */
const languageKey = 'console.language'

let current: Language = 'zh-CN'
const listeners = new Set<() => void>()

/** The current language. */
export const language = (): Language => current

/** Calls back after each change of the language. */
function onLanguage(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Starts in the language that was chosen on this device, else in Chinese. */
export function startLanguage(): void {
  const kept = localStorage.getItem(languageKey)
  current = kept === 'en' ? 'en' : 'zh-CN'
  document.documentElement.lang = current
}

/** Changes the language; everything visible is drawn again, nothing is reloaded. */
export function chooseLanguage(to: Language): void {
  localStorage.setItem(languageKey, to)
  document.documentElement.lang = to
  current = to
  for (const listener of listeners) listener()
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)

/** The texts of a module in the present language, drawn anew when it changes. */
export const useTexts = <Z>(texts: Texts<Z>): Same<Z> => texts[useLanguage()]

/** The same outside of a component. */
export const textsOf = <Z>(texts: Texts<Z>): Same<Z> => texts[current]
