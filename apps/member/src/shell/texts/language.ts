import { changeLanguage, type Language, languages } from './texts.ts'

/** Name in local storage; the script before the first paint (index.html) reads it too. */
const languageKey = 'banyan.language'

/** The member's choice, else Simplified Chinese, whatever the browser's language. */
export function chosenLanguage(store: Pick<Storage, 'getItem'> = localStorage): Language {
  const kept = store.getItem(languageKey) as Language | null
  return kept !== null && languages.includes(kept) ? kept : 'zh-CN'
}

/** Sets the language; everything visible changes at once, nothing is reloaded. */
export function changeLanguageTo(tongue: Language): void {
  localStorage.setItem(languageKey, tongue)
  document.documentElement.lang = tongue
  changeLanguage(tongue)
}

/** Starts in the language of the member. */
export function startLanguage(): void {
  const tongue = chosenLanguage()
  document.documentElement.lang = tongue
  changeLanguage(tongue)
}
