/** Digits with or without well-formed thousands commas, no leading zeros, at most two decimals. */
const shape = /^(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.\d{1,2})?$/

/** True for an amount above zero as a person types it: `1234.5`, `1,234.50`, `0.01`. */
export const isAmount = (text: string): boolean => shape.test(text) && /[1-9]/.test(text)

/** The same amount as a call expects it: without commas. Null for text that is no amount. */
export const plainAmount = (text: string): string | null =>
  isAmount(text) ? text.replaceAll(',', '') : null
