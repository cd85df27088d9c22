import { type SentFile, sentFile } from '@banyan/domain'

/** A member's unsent input, stored in this tab until it is sent, because phones reload pages. */
export interface Draft {
  reason: string
  text: string
  hash: string
  /** Ids of uploaded pictures. */
  vouchers: readonly string[]
  /** Videos and documents that have arrived. */
  files: readonly SentFile[]
}

const nameOf = (form: string) => `otc.draft:${form}`
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The name of a buyer's proof of payment, in either of the two forms. */
export const payDraft = (tradeId: string): string => `pay:${tradeId}`

/** The draft of a form, named with the id of its trade. Missing parts are empty. */
export function readDraft(form: string): Draft {
  let kept: Partial<Record<keyof Draft, unknown>> = {}
  try {
    kept = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? '{}')
  } catch {
    // Unreadable text was not written here.
  }
  const { reason, text, hash, vouchers, files } = kept
  return {
    reason: textIn(reason),
    text: textIn(text),
    hash: textIn(hash),
    vouchers: Array.isArray(vouchers) ? vouchers.filter(id => typeof id === 'string') : [],
    files: sentFile.array().safeParse(files).data ?? [],
  }
}

export function keepDraft(form: string, draft: Partial<Draft>): void {
  sessionStorage.setItem(nameOf(form), JSON.stringify(draft))
}

export function dropDraft(form: string): void {
  sessionStorage.removeItem(nameOf(form))
}
