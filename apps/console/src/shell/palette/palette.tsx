import { classes, Icon, type IconName } from '@banyan/ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { session, useMe } from '../app.ts'
import { keycapsHere } from '../keys/keycaps.ts'
import { bindingsNow } from '../keys/keys.ts'
import { go } from '../navigation.ts'
import { mayRead, pageList } from '../pages.ts'
import { Modal } from '../parts/modal.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { chooseLanguage, useLanguage, useTexts } from '../texts/texts.ts'
import { fit, typedId } from './match.ts'
import styles from './palette.module.css'

interface Entry {
  id: string
  group: string
  icon: IconName
  title: string
  keys?: string
  /** Why it cannot be done; it is listed all the same. */
  because?: string
  run: () => void
}

/** Pages, acts of the present page and things by their ids, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries()
  const matches = matchesAmong(entries, typed, t)
  const chosen = matches[Math.min(at, matches.length - 1)]

  const run = (entry: Entry | undefined) => {
    if (!entry || entry.because) return
    onClose()
    // After the dialog has closed and given back the focus.
    setTimeout(entry.run)
  }
  function onKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(matches.length - 1, at + step)))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(chosen)
  }

  return (
    <Modal title={t.palette.title} onClose={onClose} bare>
      <label className={styles.field}>
        <Icon name="search" size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: it is the dialog's only field.
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
          aria-label={t.palette.placeholder}
          placeholder={t.palette.placeholder}
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </label>
      <div id={listId} role="listbox" aria-label={t.palette.title} className={styles.list}>
        {matches.map((entry, index) => (
          <button
            key={entry.id}
            type="button"
            id={`${listId}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            aria-disabled={entry.because !== undefined}
            className={classes(styles.entry, entry === chosen && styles.chosen)}
            onClick={() => run(entry)}
            onPointerMove={() => setAt(index)}
          >
            <Icon name={entry.because ? 'lock' : entry.icon} size={16} />
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.because}>{entry.because ?? entry.group}</span>
            {entry.keys && keycapsHere(entry.keys).map(cap => <kbd key={cap}>{cap}</kbd>)}
          </button>
        ))}
        {matches.length === 0 && <p className={styles.none}>{t.none}</p>}
      </div>
    </Modal>
  )
}

function useEntries(): Entry[] {
  const { role } = useMe()
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
  // What the page can do when the palette opens.
  const [bindings] = useState(() =>
    bindingsNow().filter(
      ({ keys, isQuiet }) => !isQuiet && !keys.startsWith('g ') && keys !== 'mod+k',
    ),
  )
  return [
    ...pageList.map((page): Entry => {
      const roles = page.roles.map(one => t.roles[one]).join(t.roleList)
      return {
        id: page.path,
        group: t.palette.pages,
        icon: page.icon,
        title: page.title[tongue],
        keys: `g ${page.key}`,
        ...(mayRead(page, role) ? {} : { because: roles }),
        run: () => go(page.path),
      }
    }),
    ...bindings.map(
      ({ keys, label, run }): Entry => ({
        id: `key-${keys}`,
        group: t.palette.acts,
        icon: 'keyboard',
        title: label,
        keys,
        run,
      }),
    ),
    {
      id: 'language',
      group: t.palette.acts,
      icon: 'globe',
      title: t.switchLanguage,
      run: () => chooseLanguage(tongue === 'en' ? 'zh-CN' : 'en'),
    },
    {
      id: 'lock',
      group: t.palette.acts,
      icon: 'lock',
      title: t.lockNow,
      run: () => session.lock(),
    },
    {
      id: 'sign-out',
      group: t.palette.acts,
      icon: 'logout',
      title: t.signOut,
      run: () => void session.signOut(),
    },
  ]
}

/** The entries that fit, the best first; a typed id before all of them. */
function matchesAmong(
  entries: readonly Entry[],
  typed: string,
  t: (typeof shellTexts)['en'],
): Entry[] {
  const fitting = entries
    .map(entry => ({ entry, fit: fit(entry.title, typed) }))
    .filter((one): one is { entry: Entry; fit: number } => one.fit !== null)
    .sort((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
  const named = typedId(typed)
  if (!named) return fitting
  const { page, id } = named
  const entry: Entry = {
    id,
    group: t.palette.ids,
    icon: 'forward',
    title: t.palette.openId(id),
    run: () => go(page, id),
  }
  return [entry, ...fitting]
}
