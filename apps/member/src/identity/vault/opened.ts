import { useSyncExternalStore } from 'react'
import { pages } from '../../shell/index.ts'
import { watchFlow } from '../watch-flow.ts'
import { OpenedWords } from './opened-words.ts'
import type { KeptWords } from './seal.ts'

/** The words of the export pages. They are wiped when the pages are left or the app is hidden. */
export const opened = new OpenedWords(left => {
  const hidden = () => document.hidden && left()
  const stop = watchFlow([pages.mineArea.export, pages.mineArea.exportVerify], left)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', hidden)
  }
})

/** The opened words, or null. */
export const useOpened = (): KeptWords | null =>
  useSyncExternalStore(opened.subscribe, opened.words)
