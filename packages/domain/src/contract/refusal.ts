import type { Locale } from './envelope.ts'

/** A refusal's definition: its code on the wire and its text. */
export interface RefusalText {
  readonly code: number
  readonly 'zh-CN': string
  readonly en: string
}

/** Values for the slots of a refusal's text, inserted unchanged: `{{min}}`. */
export type RefusalSlots = Readonly<Record<string, string | number>>

/** Fills `{{slot}}` in a text; an unfilled slot is a bug and stays visible to the tests. */
export function fillSlots(text: string, slots: RefusalSlots = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in slots ? String(slots[name]) : whole,
  )
}

/** Returns the message of a refusal in a language. */
export const refusalMessage = (text: RefusalText, locale: Locale, slots?: RefusalSlots): string =>
  fillSlots(text[locale], slots)
