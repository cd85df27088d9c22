import { useSyncExternalStore } from 'react'
import { pages } from '../shell/index.ts'
import { type Draft, DraftKeeper } from './draft.ts'
import { watchFlow } from './watch-flow.ts'
import { newEntropy } from './words/words.ts'

const flow = [pages.auth.create, pages.auth.backups, pages.auth.verify]

/** The app's one draft. It ends when no page of the flow is open, or the document is closed. */
export const drafts = new DraftKeeper({ watch: left => watchFlow(flow, left), newEntropy })

/** The account in creation, or null. */
export const useDraft = (): Draft | null => useSyncExternalStore(drafts.subscribe, drafts.draft)
