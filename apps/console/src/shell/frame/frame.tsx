import { useEffect, useState } from 'react'
import { queryClient, useMe, useSession } from '../app.ts'
import { KeyList } from '../keys/key-list.tsx'
import { useKeys } from '../keys/keys.ts'
import { go, openHere, useAddress } from '../navigation.ts'
import { isPage, mayRead, pageList, pages } from '../pages.ts'
import { Palette } from '../palette/palette.tsx'
import { StepUpDialog } from '../session/step-up-dialog.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { nextTheme } from '../theme.ts'
import styles from './frame.module.css'
import { KeyBar } from './key-bar.tsx'
import { PageHost } from './page-host.tsx'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'

/** Rail, top bar, page and key bar, and what is over them: the palette and the list of keys. */
export function Frame() {
  const { page, id } = useAddress()
  const { role } = useMe()
  // An open dialog behind the lock would keep the sign-in from the keyboard.
  const isIn = useSession().phase === 'in'
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
  const [over, setOver] = useState<'palette' | 'keys' | null>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const [isNarrow, setNarrow] = useState(false)
  const shown = isPage(page) ? page : 'overview'

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that opens closes the menu.
  useEffect(() => setMenuOpen(false), [page, id])

  const keys = [
    { keys: 'mod+k', label: t.keys.palette, run: () => setOver('palette'), inFields: true },
    { keys: '/', label: t.keys.find, run: focusFind },
    { keys: '?', label: t.keys.list, run: () => setOver('keys') },
    { keys: 'escape', label: t.keys.back, run: () => id !== null && openHere(null) },
    { keys: 'r', label: t.keys.reload, run: () => void queryClient.invalidateQueries() },
    { keys: '[', label: t.keys.rail, run: () => setNarrow(was => !was) },
    { keys: ']', label: t.keys.night, run: nextTheme },
    ...pageList
      .filter(one => mayRead(one, role))
      .map(one => ({
        keys: `g ${one.key}`,
        label: t.keys.goTo(one.title[tongue]),
        run: () => go(one.path),
      })),
  ]
  useKeys(keys, { isBase: true })

  return (
    <div className={styles.frame} data-narrow={isNarrow} data-menu={menuOpen}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        {t.skip}
      </button>
      <Rail current={shown} onClose={() => setMenuOpen(false)} />
      <div className={styles.side}>
        <TopBar
          title={pages[shown].title[tongue]}
          onMenu={() => setMenuOpen(true)}
          onSearch={() => setOver('palette')}
        />
        <main id="main" tabIndex={-1} className={styles.main}>
          <PageHost name={shown} />
        </main>
        <KeyBar onAll={() => setOver('keys')} />
      </div>
      {isIn && over === 'palette' && <Palette onClose={() => setOver(null)} />}
      {isIn && <StepUpDialog />}
      {isIn && over === 'keys' && <KeyList onClose={() => setOver(null)} />}
    </div>
  )
}

function focusFind(): void {
  document.querySelector<HTMLInputElement>('#main [data-find]')?.focus()
}

const skipToMain = () => document.getElementById('main')?.focus()
