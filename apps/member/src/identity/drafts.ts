import { useSyncExternalStore } from 'react'
import { nav, pages } from '../shell/index.ts'
import { type Draft, DraftKeeper } from './draft.ts'
import { newEntropy } from './words/words.ts'

const flow: ReadonlySet<string> = new Set(
  [pages.auth.create, pages.auth.backups, pages.auth.verify].map(page => page.path),
)

/** The one draft of this app. It ends when no page of the flow is open, or the document goes. */
export const drafts = new DraftKeeper({ watch, newEntropy })

function watch(left: () => void): () => void {
  const stop = nav.engine.subscribe(() => {
    if (!nav.engine.state().stack.some(page => flow.has(page.path))) left()
  })
  // A browser may keep the whole document to come back to: the words must not be in it.
  window.addEventListener('pagehide', left)
  return () => {
    stop()
    window.removeEventListener('pagehide', left)
  }
}

/** The account that is being made, or null. */
export const useDraft = (): Draft | null => useSyncExternalStore(drafts.subscribe, drafts.draft)
