import { useCallback, useSyncExternalStore } from 'react'

/** A catalogue: texts by name, optionally grouped. `{{slot}}` marks an inserted value. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue
}

/** The same names with texts of another language. Plurals may add `name_one` beside `name_other`. */
type Translation<Z> = {
  readonly [K in keyof Z]: Z[K] extends string ? string : Translation<Z[K]>
} & {
  readonly [K in keyof Z & `${string}_other` as K extends `${infer N}_other`
    ? `${N}_one`
    : never]?: string
}

/** Names of a catalogue as paths: `list.empty`; `days_other` is requested as `days`. */
type Names<Z> = {
  [K in keyof Z & string]: Z[K] extends string
    ? K extends `${infer N}_other`
      ? N
      : K
    : `${K}.${Names<Z[K]>}`
}[keyof Z & string]

/** The text at a path. */
type At<Z, N extends string> = N extends keyof Z
  ? Z[N]
  : `${N}_other` extends keyof Z
    ? Z[`${N}_other`]
    : N extends `${infer Head}.${infer Rest}`
      ? Head extends keyof Z
        ? At<Z[Head], Rest>
        : never
      : never

type SlotsOf<T> = T extends `${string}{{${infer S}}}${infer Rest}` ? S | SlotsOf<Rest> : never
type Slots<Z, N extends string> = { readonly [S in SlotsOf<At<Z, N>>]: string | number }

/** Looks a text up; the slots of the text must be given. */
export type T<Z> = <N extends Names<Z>>(
  name: N,
  ...slots: [SlotsOf<At<Z, N>>] extends [never] ? [] : [slots: Slots<Z, N>]
) => string

/** A registered feature; its type carries the names. */
export interface Texts<Z> {
  readonly feature: string
  /** Never present: it carries the type only. */
  readonly of?: Z
}

export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

/** zh is the language until a member chooses; en is the fallback for a missing text. */
let current: Language = 'zh-CN'
const fallback: Language = 'en'
const listeners = new Set<() => void>()
const catalogues = new Map<string, Record<Language, ReadonlyMap<string, string>>>()
const pluralRules = new Map<Language, Intl.PluralRules>()

/**
 * Registers the texts of one feature in both languages; call it once at the top of `texts.ts`. zh
 * is the source: a name that en lacks is a type error.
 */
export function registerTexts<const Z extends Catalogue>(
  feature: string,
  texts: { zh: Z; en: Translation<Z> },
): Texts<Z> {
  catalogues.set(feature, { 'zh-CN': flat(texts.zh), en: flat(texts.en as Catalogue) })
  return { feature }
}

function flat(catalogue: Catalogue, prefix = '', into = new Map<string, string>()) {
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') into.set(prefix + name, value)
    else flat(value, `${prefix}${name}.`, into)
  }
  return into
}

/** The current language. */
export const language = (): Language => current

/** Changes the language; everything visible is rendered again, nothing is reloaded. */
export function changeLanguage(to: Language): void {
  current = to
  for (const listener of listeners) listener()
}

/** Calls back after each change of the language. */
export function onLanguage(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** A text outside of a component, in the current language. */
export function textOf<Z>(texts: Texts<Z>): T<Z> {
  return (name, ...[slots]) => filledText(texts.feature, name, slots as LooseSlots)
}

type LooseSlots = Readonly<Record<string, string | number>> | undefined

function filledText(feature: string, name: string, slots: LooseSlots): string {
  const text =
    find(feature, current, name, slots) ??
    find(feature, fallback, name, slots) ??
    `${feature}:${name}`
  return text.replace(/\{\{(\w+)\}\}/g, (whole, slot: string) => String(slots?.[slot] ?? whole))
}

/** A plain text, or the plural form of the language for this `count`. */
function find(feature: string, of: Language, name: string, slots: LooseSlots): string | undefined {
  const texts = catalogues.get(feature)?.[of]
  const plain = texts?.get(name)
  if (plain !== undefined) return plain
  const form = pluralRulesOf(of).select(Number(slots?.count ?? 0))
  return texts?.get(`${name}_${form}`) ?? texts?.get(`${name}_other`)
}

/** Made when a plural is first requested: most pages have none, and making them is slow. */
function pluralRulesOf(of: Language): Intl.PluralRules {
  const rules = pluralRules.get(of) ?? new Intl.PluralRules(of)
  pluralRules.set(of, rules)
  return rules
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)

/** The texts of a feature: `const t = useTexts(texts); t('list.left', { n: '5' })`. */
export function useTexts<Z>(texts: Texts<Z>): T<Z> {
  const now = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function.
  return useCallback(textOf(texts), [texts, now])
}
