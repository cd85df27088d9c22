import { type ReactNode, useEffect } from 'react'
import { nav, pages, toast, usePage, useShown, useTexts } from '../../shell/index.ts'
import type { Draft } from '../draft.ts'
import { useDraft } from '../drafts.ts'
import { wordsTexts } from '../words-texts.ts'
import { NeedsCryptography } from './no-cryptography.tsx'

/** A later step of an account. Without a draft, after a reload, it starts again at create. */
export function NeedsDraft({ children }: { children: (draft: Draft) => ReactNode }) {
  const t = useTexts(wordsTexts)
  const draft = useDraft()
  const shown = useShown()
  const { id } = usePage()
  useEffect(() => {
    // The draft also ends when the account exists; then another page is on top already.
    if (draft || !shown || nav.engine.top.id !== id) return
    toast(t('backups.restarted'))
    nav.relaunch(pages.auth.create)
  }, [draft, shown, id, t])
  return <NeedsCryptography>{draft && children(draft)}</NeedsCryptography>
}
