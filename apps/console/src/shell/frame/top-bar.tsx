import { Icon, IconButton, ticker } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, live } from '../app.ts'
import { keycapsHere } from '../keys/keycaps.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { dayText, secondText } from '../times.ts'
import styles from './top-bar.module.css'

const shortcut = keycapsHere('mod+k').join(' ')

/** The page's name, the search, whether figures are live, and the platform's time. */
export function TopBar(props: { title: string; onMenu: () => void; onSearch: () => void }) {
  const t = useTexts(shellTexts)
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton name="list" label={t.menu} onClick={props.onMenu} />
      </span>
      <h1 className={styles.title}>{props.title}</h1>
      <button
        type="button"
        className={styles.search}
        // What is seen on wide screens, and the only name on narrow ones.
        aria-label={`${t.search} ${shortcut}`}
        onClick={props.onSearch}
      >
        <Icon name="search" size={16} />
        <span className={styles.words}>{t.search}</span>
        <kbd>{shortcut}</kbd>
      </button>
      <Freshness />
      <Now />
    </header>
  )
}

/** A green dot while news come; the time of the last answer when they do not. */
function Freshness() {
  const t = useTexts(shellTexts)
  const queries = useQueryClient()
  const trouble = useSyncExternalStore(live.onTrouble, live.trouble, live.trouble)
  const last = useSyncExternalStore(ticker.subscribe, () => lastAnswer(queries))
  if (trouble)
    return <span className={styles.stale}>{t.stale(secondText(last || Date.now()))}</span>
  return <span className={styles.live}>{t.live}</span>
}

/** When the newest answer on the page arrived. */
function lastAnswer(queries: ReturnType<typeof useQueryClient>): number {
  const watched = queries.getQueryCache().findAll({ type: 'active' })
  return Math.max(0, ...watched.map(({ state }) => state.dataUpdatedAt))
}

function Now() {
  const now = useSyncExternalStore(ticker.subscribe, () => Math.floor(api.clock.now() / 1000))
  return (
    <time className={styles.now}>
      {dayText(now * 1000, now * 1000)}
      <span className={styles.zone}>UTC+8</span>
    </time>
  )
}
