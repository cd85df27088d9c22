import type { Language } from '../shell/index.ts'

/** Returns a text in the member's language where a notice has it, else the Chinese one, with its language. */
export function inLanguage<T>(
  of: { zh: T; en: T | null },
  language: Language,
): { value: T; lang: 'zh-CN' | 'en' } {
  return language === 'en' && of.en !== null
    ? { value: of.en, lang: 'en' }
    : { value: of.zh, lang: 'zh-CN' }
}
