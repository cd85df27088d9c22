import type { Locale } from './envelope.ts'

/** A refusal's place in the table: its code on the wire and what a person reads. */
export interface RefusalText {
  readonly code: number
  readonly 'zh-CN': string
  readonly en: string
}

/** Slots of a refusal's text, filled as they are: `{{min}}`. */
export type RefusalSlots = Readonly<Record<string, string | number>>

/** Fills `{{slot}}` in a text; an unfilled slot is a bug and stays visible to the tests. */
export function fillSlots(text: string, slots: RefusalSlots = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in slots ? String(slots[name]) : whole,
  )
}

/** The message of a refusal in a language. */
export const refusalMessage = (text: RefusalText, locale: Locale, slots?: RefusalSlots): string =>
  fillSlots(text[locale], slots)
