/** A sort as the address has it: `amount` upwards, `-amount` downwards. */
export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/** Reads a sort; null when there is none. */
export function readSort(text: string | undefined): Sort | null {
  if (!text) return null
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }
}

/** The next sort of a column that is clicked: upwards, downwards, the list's own order. */
export function nextSort(now: Sort | null, id: string): string | null {
  if (now?.id !== id) return id
  return now.desc ? null : `-${id}`
}
