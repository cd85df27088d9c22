import '@banyan/ui/styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { lateCode } from './late-code.ts'
import { doTapOnFrame, firstPageReady } from './shell/first-frame/hand-over.ts'
import { registerLateCode } from './shell/load/late-code.ts'
import { startingHash } from './shell/navigation/test-entry.ts'
import { Root } from './shell/root.tsx'
import { startLanguage } from './shell/texts/language.ts'
import { startTheme } from './shell/theme/theme.ts'

// The schema library, which pages load, must not try to generate code at run time: the content
// security policy forbids it and would report every attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

registerLateCode(lateCode)
startLanguage()
startTheme()
const start = startingHash(location.hash, import.meta.env.VITE_TEST_ENTRY)
if (start !== location.hash) location.hash = start

const place = document.getElementById('app')
if (!place) throw new Error('index.html has no #app')
// Loading all modules was one task, the rest is another: taps are handled in between. For the same
// reason the pages are rendered as a transition, in small pieces.
setTimeout(async () => {
  await firstPageReady(place)
  const root = createRoot(place)
  startTransition(() => root.render(<Root onDrawn={() => doTapOnFrame(place)} />))
})
