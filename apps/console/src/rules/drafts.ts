import { useState } from 'react'
import { useMe } from '../shell/index.ts'

/** A version that is being written. */
export interface RuleDraft {
  /** What was typed, by the name of the number. */
  readonly typed: Readonly<Record<string, string>>
  readonly zh: string
  readonly en: string
  /** ISO 8601, or empty. */
  readonly effectiveAt: string
  /** The forecast of these numbers, or empty. */
  readonly forecast: string
}

const emptyDraft: RuleDraft = { typed: {}, zh: '', en: '', effectiveAt: '', forecast: '' }

/** The operator's own draft of the next version, kept in this tab through a reload and the lock. */
export function useRuleDraft(): [RuleDraft, (part: Partial<RuleDraft> | null) => void] {
  const key = `console.rules.${useMe().id}`
  const [draft, setDraft] = useState<RuleDraft>(() => {
    const kept = sessionStorage.getItem(key)
    return kept === null
      ? emptyDraft
      : { ...emptyDraft, ...(JSON.parse(kept) as Partial<RuleDraft>) }
  })
  const change = (part: Partial<RuleDraft> | null) => {
    const next = part === null ? emptyDraft : { ...draft, ...part }
    setDraft(next)
    if (part === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }
  return [draft, change]
}
