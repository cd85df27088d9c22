import { KitProvider, kitTexts, Surface, ToastViewport } from '@banyan/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, queryClient, session, toaster, useSession } from '../app.ts'
import { useAddress } from '../navigation.ts'
import { isPage, pages } from '../pages.ts'
import { SignIn } from '../session/sign-in.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import styles from './console.module.css'
import { Frame } from './frame.tsx'

/** The whole console: the sign-in, or the pages in their frame; behind a lock they stay and are hidden. */
export function Console() {
  const tongue = useLanguage()
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider texts={kitTexts[tongue]} now={api.clock.now}>
        <Guarded />
        <ToastViewport toaster={toaster} />
      </KitProvider>
    </QueryClientProvider>
  )
}

function Guarded() {
  const { phase, me } = useSession()
  const { page } = useAddress()
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
  // Whose pages are there: they stay behind a lock, but nothing is read before a sign-in is whole.
  const [opened, setOpened] = useState<string | null>(null)
  const shown = me === null ? null : phase === 'in' ? me.id : opened
  if (shown !== opened) setOpened(shown)

  useEffect(() => {
    const title = phase === 'in' && isPage(page) ? `${pages[page].title[tongue]} · ` : ''
    document.title = `${title}${t.appName} ${t.console}`
  }, [phase, page, tongue, t])

  if (phase === 'starting') return null
  if (phase === 'unreachable') return <Unreachable />
  return (
    <>
      {phase !== 'in' && <SignIn phase={phase} name={me?.name ?? null} />}
      {me?.id === shown && shown && (
        <div hidden={phase !== 'in'}>
          <Surface value={phase === 'in'}>
            <Frame key={shown} />
          </Surface>
        </div>
      )}
    </>
  )
}

function Unreachable() {
  const t = useTexts(shellTexts)
  return (
    <div className={styles.unreachable} role="alert">
      <p>{t.signIn.unreachable}</p>
      <button type="button" onClick={() => void session.start()}>
        {t.reload}
      </button>
    </div>
  )
}
