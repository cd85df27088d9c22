import { useState } from 'react'
import { useMe } from '../shell/index.ts'
import type { NoticeForm } from './form.ts'

/** What was typed and not stored, and the version that it changes. */
interface Draft {
  readonly version: number
  readonly form: NoticeForm
}

/** In session storage: it outlives the lock and a reload, not the tab. */
const keyOf = (operator: string, notice: string) => `console.notice.${operator}.${notice}`

function kept(key: string): Draft | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Draft)
}

/** The operator's own draft of a notice, kept in this tab. */
export function useDraft(notice: string): [Draft | null, (draft: Draft | null) => void] {
  const key = keyOf(useMe().id, notice)
  const [draft, setDraft] = useState(() => kept(key))
  const change = (next: Draft | null) => {
    setDraft(next)
    if (next === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }
  return [draft, change]
}
